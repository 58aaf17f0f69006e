import { resultCodes } from '../../../shared/error-codes/results.ts'
import { codedError } from '../../lib/coded-error.ts'

const mostGroups = 10_000
const TooManyGroups = codedError<[string, string]>(resultCodes.TOO_MANY_GROUPS)

/** Checks that a result does not have too many groups. @throws TooManyGroups */
export function requireFewGroups(count: number, most = mostGroups): void {
  if (count > most) throw new TooManyGroups(count.toLocaleString('en'), most.toLocaleString('en'))
}
