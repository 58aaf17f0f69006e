import { observationListLimitBytes } from '../limits.ts'
import { coded } from './coded-problem.ts'

export const observationCodes = coded({
  OBSERVATION_REMOVED: { status: 409, sentence: 'This observation was deleted: restore it first' },
  OBSERVATION_ID_TAKEN: { status: 409, sentence: 'The project already has an observation with the occurrenceID %s' },
  OBSERVATION_TWIN: {
    status: 409,
    sentence: 'The project already has an observation of the same record from another job: delete that one first'
  },
  OBSERVATION_IMPORT_OVER: { status: 409, sentence: 'This import has already been undone, or is older than 30 days' },
  OBSERVATION_LIST_TOO_LARGE: {
    status: 413,
    sentence: `A table of observations can be up to ${observationListLimitBytes / 1024 ** 2} MiB in size: import it in parts`
  }
})
