import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { letBeInterrupted } from './interruptible.ts'
import { letLowerCase } from './lower-case.ts'

const busyTimeoutMs = 5_000

/** Opens a file for one writer with durable commits: a committed transaction survives a power cut. */
export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  chmodSync(path, 0o600) // SQLite gives its journal the same mode
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000'
  )
  database.exec('pragma busy_timeout = 0') // from here on, the driver waits without blocking the thread
  letBeInterrupted(database)
  letLowerCase(database)
  return database
}

/** Opens a second, read-only connection to a file that is already open for writing. */
export function openSqliteReader(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true })
  database.exec('pragma temp_store = memory; pragma cache_size = -8000')
  letBeInterrupted(database)
  letLowerCase(database)
  return database
}
