import { sql } from 'kysely'

/**
 * A limit that no rows reach, for a subquery that depends on the row outside it: both databases then look it up row by row, instead of
 * first reading all that its conditions mean because they guess that to be little.
 */
export const rowByRow = sql`limit 1000000000`
