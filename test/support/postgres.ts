import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Test } from 'tap'

/**
 * URL of a PostgreSQL server on which this user may create throw-away databases. `npm test` starts one and sets the variable; without it the
 * PostgreSQL half of a test is skipped.
 */
export const adminUrl = process.env.TEST_DATABASE_URL

/** The databases that a repository test runs on: SQLite always, PostgreSQL when available. */
export const databasesAtHand: readonly ('sqlite' | 'postgres')[] = adminUrl ? ['sqlite', 'postgres'] : ['sqlite']

/** @returns the URL of a database of the same server */
export function urlOf(name: string): string {
  const url = new URL(adminUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

/**
 * Creates a PostgreSQL database that no other test uses, empty or copied from one without connections, and drops it when the test ends.
 * @returns its connection URL
 * @throws when no PostgreSQL is available: check `databasesAtHand` first
 */
export async function freshPostgres(t: Test, template = 'template1'): Promise<string> {
  const url = await makeDatabase(template)
  t.teardown(() => asAdmin(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`))
  return url
}

/**
 * Copies a database without connections. The copy stays until its server is discarded.
 * @returns its connection URL
 * @throws when no PostgreSQL is available
 */
export async function makeDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`create database ${name} template ${template}`)
  return urlOf(name)
}

async function asAdmin(statement: string): Promise<void> {
  if (!adminUrl) throw new Error('TEST_DATABASE_URL is not set: no PostgreSQL to make a database in')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface OwnPostgres {
  url: string
  stop(): Promise<void>
  /** Starts again after `stop`, with the same data on the same port. */
  start(): Promise<void>
}

/**
 * Starts a separate PostgreSQL server that a test can stop and start, and removes it when the test ends.
 * @returns undefined where PostgreSQL is not installed
 */
export async function ownPostgres(t: Test): Promise<OwnPostgres | undefined> {
  const script = new URL('../../scripts/lib/postgres.mjs', import.meta.url).href
  const { startPostgres } = (await import(script)) as { startPostgres(): Promise<OwnPostgres | undefined> }
  const postgres = await startPostgres()
  if (!postgres) return undefined
  let runs = true
  const own: OwnPostgres = {
    url: postgres.url,
    async stop() {
      if (runs) await postgres.stop()
      runs = false
    },
    async start() {
      await postgres.start()
      runs = true
    }
  }
  t.teardown(own.stop)
  return own
}
