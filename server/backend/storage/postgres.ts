import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

const int8 = 20
const numeric = 1700

export interface PostgresLimits {
  /** Largest number of concurrent connections. */
  connections: number
  /** Time in milliseconds after which a statement is cancelled; no limit when absent. */
  statementMs?: number
}

/** Kysely dialect over pg. Counts and sums are returned as numbers, as by SQLite. */
export function postgresDialect(connectionString: string, limits: PostgresLimits): PostgresDialect {
  return new PostgresDialect({ pool: () => openPool(connectionString, limits) })
}

async function openPool(connectionString: string, { connections, statementMs }: PostgresLimits): Promise<Pool> {
  const { default: pg } = await import('pg') // only here: a server on SQLite does without its memory
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
  // An idle connection that PostgreSQL ends (a restart, a failover) is replaced at the next query. Without a listener the error would end
  // this process.
  pool.on('error', () => {})
  return pool
}

/**
 * Settings of a connection. JIT compilation is off, because it costs short queries more than it saves: 50 ms and more. A query ends when
 * its client disconnects (PostgreSQL 14 and newer).
 */
const afterConnecting = `
  set jit = off;
  select set_config(name, '1000', false) from pg_settings where name = 'client_connection_check_interval'`
