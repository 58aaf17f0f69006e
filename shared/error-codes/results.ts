import { coded } from './coded-problem.ts'

export const resultCodes = coded({
  TOO_MANY_GROUPS: { status: 422, sentence: 'There are %s groups, and %s can be compared: group the images by something coarser' }
})
