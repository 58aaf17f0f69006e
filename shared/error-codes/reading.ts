import { coded } from './coded-problem.ts'

export const readingCodes = coded({
  READERS_BUSY: { status: 503, sentence: 'The server is counting for too many people at once (%d are waiting). Try again in a moment' },
  TOO_MANY_READS: {
    status: 503,
    sentence: 'You already have %d counts waiting: close pages that you do not need, or try again in a moment'
  },
  READ_TOO_LARGE: { status: 422, sentence: 'This is more than the server can hold at once: ask for a part of it' }
})
