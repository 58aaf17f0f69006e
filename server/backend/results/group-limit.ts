import { codedError } from '../../lib/coded-error.ts'

const mostGroups = 10_000
const TooManyGroups = codedError<[string, string]>('TOO_MANY_GROUPS')

/** @throws TooManyGroups */
export function requireFewGroups(count: number): void {
  if (count > mostGroups) throw new TooManyGroups(count.toLocaleString('en'), mostGroups.toLocaleString('en'))
}
