import { sql } from 'kysely'

/**
 * Limit that is never reached, for a correlated subquery. The limit makes both databases run the subquery once per outer row. Otherwise, the
 * databases would underestimate the number of matching rows, and read all of them.
 */
export const rowByRow = sql`limit 1000000000`
