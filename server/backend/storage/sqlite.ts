import { chmodSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

const cachedStatements = 500

/** Opens a file for one writer and crash-safe commits: an acknowledged transaction survives a power cut. */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  chmodSync(path, 0o600) // SQLite gives its journal the same
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000'
  )
  return database
}

/** Kysely over node:sqlite, with prepared statements kept for reuse. */
export function sqliteDialect(database: DatabaseSync): SqliteDialect {
  const statements = new Map<string, StatementSync>()

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    // A transaction takes the write lock at once: a second process (the command line) waits instead of failing half way.
    const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql)
    if (statements.size >= cachedStatements) statements.delete(statements.keys().next().value as string)
    statements.set(sql, statement)
    return statement
  }

  const adapter: SqliteDatabase = {
    close: () => database.close(),
    prepare(sql): SqliteStatement {
      const statement = prepared(sql)
      return {
        reader: statement.columns().length > 0,
        all: parameters => statement.all(...(parameters as SQLInputValue[])),
        run: parameters => statement.run(...(parameters as SQLInputValue[])),
        iterate: parameters => statement.iterate(...(parameters as SQLInputValue[]))
      }
    }
  }
  return new SqliteDialect({ database: adapter })
}
