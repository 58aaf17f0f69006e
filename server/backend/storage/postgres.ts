import { PostgresDialect } from 'kysely'
import pg from 'pg'

const int8 = 20
const numeric = 1700

export interface PostgresLimits {
  /** Connections at once. */
  connections: number
  /** A statement that takes longer is given up. None when absent. */
  statementMs?: number
}

/** Kysely over pg. Counts and sums arrive as numbers, as they do from SQLite. */
export function postgresDialect(connectionString: string, { connections, statementMs }: PostgresLimits): PostgresDialect {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, Number)
  types.setTypeParser(numeric, Number)
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types,
    application_name: 'isobath',
    ...(statementMs && { statement_timeout: statementMs }),
    onConnect: async client => {
      await client.query(afterConnecting)
    }
  })
  // An idle connection that PostgreSQL ends (a restart, a failover) is replaced at the next query; unheard it would end this process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/**
 * Our queries are short: compiling one takes longer than it saves, and comes as a jerk of 50 ms and more. One whose client is gone ends
 * (PostgreSQL 14 and newer).
 */
const afterConnecting = `
  set jit = off;
  select set_config(name, '1000', false) from pg_settings where name = 'client_connection_check_interval'`
