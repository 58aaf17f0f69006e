import { coded } from './coded-problem.ts'

export const childCodes = coded({
  STOPPING: { status: 503, sentence: 'The server is stopping: try again in a moment' }
})
