import { coded } from './coded-problem.ts'

export const fetcherCodes = coded({
  OFFLINE: { status: 503, sentence: 'Outside data is turned off on this server' }
})
