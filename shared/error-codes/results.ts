import { coded } from './coded-problem.ts'

export const resultCodes = coded({
  TOO_MANY_GROUPS: { status: 422, sentence: 'There are %s groups, but at most %s can be compared: choose a coarser grouping' }
})
