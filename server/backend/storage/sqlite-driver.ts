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
import { isBusy, onceFree } from './busy.ts'

const cachedStatements = 500

/**
 * Creates the Kysely dialect for node:sqlite. Only one transaction writes at a time. Meanwhile, read-only queries use a second connection, which
 * reads the last committed state, so they need not wait.
 * @param openReader opens the second connection when it is first needed
 */
export function sqliteDialect(database: DatabaseSync, openReader: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => sqliteDriver(database, openReader),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler()
  }
}

/** Adapter that allows concurrent queries. By default, Kysely runs one query at a time, including reads. */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Run = (query: CompiledQuery) => QueryResult<never>

interface Session extends DatabaseConnection {
  begin(settings: TransactionSettings): Promise<void>
  /** @throws the SQLite error; the transaction stays open until it is rolled back */
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
      if (finish) return writer(query)
      if (!takeTurn.isTaken()) {
        try {
          return writer(query)
        } catch (error) {
          if (!isBusy(error)) throw error
        }
      }
      if (isReading(query.sql)) return read(query)
      const done = await takeTurn()
      try {
        return await onceFree(() => writer(query))
      } finally {
        done()
      }
    }

    return {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const result = await run(query)
        await breatheBetweenQueries() // queries are synchronous, so many in a row would delay everything else
        return result
      },
      streamQuery() {
        throw new Error('Read page by page: a stream would block the only connection that writes')
      },
      async begin({ accessMode }) {
        const done = await takeTurn()
        try {
          // Takes the write lock immediately, so that a second process (the command line) waits instead of failing halfway.
          await onceFree(() => database.exec(accessMode === 'read only' ? 'begin deferred' : 'begin immediate'))
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
          if (database.isTransaction) database.exec('rollback') // SQLite itself rolls back some failed transactions, as on a full disk
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

/** Queue of callers. The promise resolves when it is the caller's turn, with a function that ends the turn. */
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

/** Whether a query only reads. A false negative costs only a wait. */
const isReading = (sql: string) => /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql)

/** Prepared statement. `hasRows` is cached, because listing the columns takes three times as long as a short query. */
interface Prepared {
  statement: StatementSync
  hasRows: boolean
}

/** Runs queries with cached prepared statements. */
function runner(database: DatabaseSync): Run {
  const statements = new Map<string, Prepared>()

  function prepared(sql: string): Prepared {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const made = { statement, hasRows: statement.columns().length > 0 }
    if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value as string)
    statements.set(sql, made)
    return made
  }

  return ({ sql, parameters }) => {
    const { statement, hasRows } = prepared(sql)
    const values = parameters as SQLInputValue[]
    if (hasRows) return { rows: statement.all(...values) as never[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}
