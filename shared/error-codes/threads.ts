import { coded } from './coded-problem.ts'

export const threadCodes = coded({
  TOO_LARGE_TO_HOLD: { status: 422, sentence: 'The file is too large to process at once: split it' }
})
