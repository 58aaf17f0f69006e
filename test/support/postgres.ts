import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Test } from 'tap'

/**
 * Where throw-away databases may be made: the URL of a PostgreSQL that this user may create databases in.
 * `npm test` starts one and sets the variable; without it the PostgreSQL half of a test is skipped.
 */
export const adminUrl = process.env.TEST_DATABASE_URL

/** The databases that a repository test runs on: SQLite always, PostgreSQL where one is at hand. */
export const databasesAtHand: readonly ('sqlite' | 'postgres')[] = adminUrl ? ['sqlite', 'postgres'] : ['sqlite']

/** @returns the URL of a database of the same server */
export function urlOf(name: string): string {
  const url = new URL(adminUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

/**
 * Makes a PostgreSQL database that nobody else uses, empty or as another one that nobody is connected to, and drops it when the test ends.
 * @returns its connection URL
 * @throws when no PostgreSQL is at hand: ask `databasesAtHand` first
 */
export async function freshPostgres(t: Test, template = 'template1'): Promise<string> {
  const url = await makeDatabase(template)
  t.teardown(() => asAdmin(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`))
  return url
}

/**
 * Makes a copy of a database that nobody is connected to. It stays until its server is thrown away.
 * @returns its connection URL
 * @throws when no PostgreSQL is at hand
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
  /** After `stop`, with the same data on the same port. */
  start(): Promise<void>
}

/**
 * A PostgreSQL server of the test's own, to be stopped and started at will; gone when the test ends.
 * @returns undefined where this machine has no programs of PostgreSQL
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
