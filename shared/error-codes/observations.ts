import { coded } from './coded-problem.ts'

export const observationCodes = coded({
  OBSERVATION_REMOVED: { status: 409, sentence: 'This observation was deleted: restore it first' },
  OBSERVATION_ID_TAKEN: { status: 409, sentence: 'The project already has an observation with the occurrenceID %s' }
})
