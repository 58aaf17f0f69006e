import { sql } from 'kysely'

/**
 * Limit that is never reached, for a subquery that depends on the outer row. With it, both databases run the subquery row by row. Otherwise they read
 * all rows that match its conditions, because they expect few.
 */
export const rowByRow = sql`limit 1000000000`
