import { coded } from './coded-problem.ts'

export const readingCodes = coded({
  READERS_BUSY: { status: 503, sentence: 'The server is computing too many results at once (%d are waiting). Try again in a moment' },
  TOO_MANY_READS: {
    status: 503,
    sentence: '%d of your requests are already waiting: close pages that you do not need, or try again in a moment'
  },
  READ_TOO_LARGE: { status: 422, sentence: 'This is more than the server can handle at once: request a smaller part' }
})
