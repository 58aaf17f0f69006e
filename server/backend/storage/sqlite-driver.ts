import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings
} from 'kysely'

import { breatheBetweenQueries } from '../../lib/breathe.ts'

const cachedStatements = 500

/**
 * Kysely over node:sqlite. One transaction at a time writes, and what it waits for may be long; what only reads does not wait for it,
 * but asks a second connection, which sees what was committed last.
 * @param openReader opens that connection when it is first needed
 */
export function sqliteDialect(database: DatabaseSync, openReader: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => sqliteDriver(database, openReader),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler()
  }
}

/** Kysely would let one query at a time begin, reads too. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Run = (query: CompiledQuery) => QueryResult<never>

interface Session extends DatabaseConnection {
  begin(settings: TransactionSettings): Promise<void>
  /** @throws what SQLite says; the transaction goes on then, until it is rolled back */
  commit(): void
  rollback(): void
}

// Long: the methods of one driver.
function sqliteDriver(database: DatabaseSync, openReader: () => DatabaseSync): Driver {
  const writer = runner(database)
  const takeTurn = turns()
  let readingDatabase: DatabaseSync | null = null
  let reader: Run | null = null

  function read(query: CompiledQuery): QueryResult<never> {
    readingDatabase ??= openReader()
    reader ??= runner(readingDatabase)
    return reader(query)
  }

  function session(): Session {
    let finish: (() => void) | null = null

    async function run(query: CompiledQuery): Promise<QueryResult<never>> {
      if (finish || !takeTurn.isTaken()) return writer(query)
      if (isReading(query.sql)) return read(query)
      const done = await takeTurn()
      try {
        return writer(query)
      } finally {
        done()
      }
    }

    return {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const result = await run(query)
        await breatheBetweenQueries() // many queries in a row would keep everybody else waiting: each of them is answered at once
        return result
      },
      streamQuery() {
        throw new Error('Read page by page: a stream would hold the one connection that writes')
      },
      async begin({ accessMode }) {
        const done = await takeTurn()
        try {
          // The write lock at once: a second process (the command line) waits instead of failing half way.
          database.exec(accessMode === 'read only' ? 'begin deferred' : 'begin immediate')
          finish = done
        } catch (error) {
          done()
          throw error
        }
      },
      commit() {
        database.exec('commit')
        finish?.()
        finish = null
      },
      rollback() {
        try {
          if (database.isTransaction) database.exec('rollback') // SQLite itself ends some that fail, as on a full disk
        } finally {
          finish?.()
          finish = null
        }
      }
    }
  }

  return {
    init: async () => {},
    acquireConnection: async () => session(),
    beginTransaction: (connection, settings) => (connection as Session).begin(settings),
    commitTransaction: async connection => (connection as Session).commit(),
    rollbackTransaction: async connection => (connection as Session).rollback(),
    releaseConnection: async () => {},
    destroy: async () => {
      readingDatabase?.close()
      database.close()
    }
  }
}

/** Whoever calls has the turn when the promise resolves, in the order of the calls, until they call what it gives. */
function turns() {
  let last = Promise.resolve()
  let waiting = 0
  async function take(): Promise<() => void> {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    waiting++
    await before
    return () => {
      waiting--
      resolve()
    }
  }
  return Object.assign(take, { isTaken: () => waiting > 0 })
}

/** A doubt costs a wait only. */
const isReading = (sql: string) => /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql)

/** Runs queries with prepared statements that are kept for reuse. */
function runner(database: DatabaseSync): Run {
  const statements = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value as string)
    statements.set(sql, statement)
    return statement
  }

  return ({ sql, parameters }) => {
    const statement = prepared(sql)
    const values = parameters as SQLInputValue[]
    if (statement.columns().length > 0) return { rows: statement.all(...values) as never[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}
