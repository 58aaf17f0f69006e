import { coded } from './coded-problem.ts'

export const mapCodes = coded({
  PLACES_UPDATING: { status: 409, sentence: 'The places of recent changes are still being computed. Try again in a moment' }
})
