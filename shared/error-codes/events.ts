import { coded } from './coded-problem.ts'

export const eventCodes = coded({
  TOO_MANY_STREAMS: { status: 429, sentence: 'Your account has %s event streams open: close other pages and programs that follow changes' }
})
