import { PostgresDialect } from 'kysely'
import pg from 'pg'

const int8 = 20
const numeric = 1700

/** Kysely over pg. Counts and sums arrive as numbers, as they do from SQLite. */
export function postgresDialect(connectionString: string): PostgresDialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, Number)
  types.setTypeParser(numeric, Number)
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types,
    application_name: 'isobath',
    // Our queries are short: compiling one takes longer than it saves, and comes as a jerk of 50 ms and more.
    onConnect: async client => {
      await client.query('set jit = off')
    }
  })
  // An idle connection that PostgreSQL ends (a restart, a failover) is replaced at the next query; unheard it would end this process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
