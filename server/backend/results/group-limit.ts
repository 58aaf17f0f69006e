import createError from '@fastify/error'

const mostGroups = 10_000
const TooManyGroups = createError<[string, string]>(
  'TOO_MANY_GROUPS',
  'There are %s groups, and %s can be compared: group the images by something coarser',
  422
)

/** @throws TooManyGroups */
export function requireFewGroups(count: number): void {
  if (count > mostGroups) throw new TooManyGroups(count.toLocaleString('en'), mostGroups.toLocaleString('en'))
}
