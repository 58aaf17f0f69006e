import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, type Running, startServer } from './processes.ts'
import { signIn, signUp } from './sessions.ts'

/** Database of a server, for inserting rows directly. The calls would take hours. */
export interface Place {
  dataDir: string
  databaseUrl: string | null
}

export interface Filled<Content> {
  server: Running
  /** Session cookie of the first account, which owns the project. */
  cookie: string
  projectId: string
  content: Content
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<Running>
  /** Vacuums PostgreSQL, which otherwise does so by itself while the first calls are measured. */
  vacuum(): Promise<void>
}

interface Measurement<Content, Row> {
  fill(projectId: string, place: Place): Promise<Content>
  measure(filled: Filled<Content>): Promise<Row[]>
}

/**
 * Measures on SQLite, and on a separate PostgreSQL database where `TEST_DATABASE_URL` is set. Starts the program on an empty folder, creates a
 * project, stops it, fills the database, and starts it again.
 * @returns a list of rows for each database, with its name
 */
export async function onFilledServers<Content, Row>(measurement: Measurement<Content, Row>): Promise<[name: string, rows: Row[]][]> {
  const adminUrl = process.env.TEST_DATABASE_URL
  const sections: [string, Row[]][] = [['SQLite', await measureOn(null, measurement)]]
  if (adminUrl) sections.push(['PostgreSQL', await onFreshPostgres(adminUrl, url => measureOn(url, measurement))])
  return sections
}

/** Measures as `onFilledServers`, on SQLite only. */
export const onFilledSqlite = <Content, Row>(measurement: Measurement<Content, Row>): Promise<Row[]> => measureOn(null, measurement)

async function measureOn<Content, Row>(databaseUrl: string | null, { fill, measure }: Measurement<Content, Row>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const start = () => startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  try {
    const projectId = await during(await start(), async server => createProject(server, await signUp(server)))
    const content = await fill(projectId, { dataDir, databaseUrl })
    let last = await start()
    const cookie = await signIn(last) // filling may take longer than a session lasts without a call
    const restart = async () => {
      await last.stop()
      last = await start()
      return last
    }
    try {
      const vacuum = async () => void (databaseUrl && (await onPostgres(databaseUrl, client => client.query('vacuum analyze'))))
      return await measure({ server: last, cookie, projectId, content, restart, vacuum })
    } finally {
      await last.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onFreshPostgres<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const url = new URL(adminUrl)
  url.pathname = `/bench_${process.pid}`
  return onPostgres(adminUrl, async admin => {
    try {
      await admin.query(`create database ${url.pathname.slice(1)}`)
      return await work(url.href)
    } finally {
      await admin.query(`drop database if exists ${url.pathname.slice(1)} with (force)`)
    }
  })
}

async function onPostgres<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs work on a running server and always stops the server afterwards. */
async function during<T>(server: Running, work: (server: Running) => Promise<T>): Promise<T> {
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function createProject({ url }: Running, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/projects`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-requested-by': 'app' },
    body: JSON.stringify({ title: 'Outer shelf 2026' })
  })
  if (response.status !== 201) throw new Error(`creating a project answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}
