import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

const int8 = 20
const numeric = 1700

export interface PostgresLimits {
  /** Maximum number of concurrent connections. */
  connections: number
  /** Time limit of a statement in milliseconds; none when absent. */
  statementMs?: number
}

/** Creates the Kysely dialect for pg. Counts and sums are returned as numbers, as with SQLite. */
export function postgresDialect(connectionString: string, limits: PostgresLimits): PostgresDialect {
  return new PostgresDialect({ pool: () => openPool(connectionString, limits) })
}

async function openPool(connectionString: string, { connections, statementMs }: PostgresLimits): Promise<Pool> {
  const { default: pg } = await import('pg') // imported here, so that a server on SQLite spends no memory on it
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
  // An idle connection that PostgreSQL closes (restart, failover) is replaced at the next query. Without a listener, the error would end
  // this process.
  pool.on('error', () => {})
  return pool
}

/**
 * Statements that configure a new connection. JIT compilation is off, because it slows down short queries by 50 ms or more. A query is
 * cancelled when its client disconnects (PostgreSQL 14 or newer).
 */
const afterConnecting = `
  set jit = off;
  select set_config(name, '1000', false) from pg_settings where name = 'client_connection_check_interval'`
