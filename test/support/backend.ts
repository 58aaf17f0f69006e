import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import type { Test } from 'tap'
import { buildBackend } from '../../server/backend/backend.ts'
import type { BackendConfig } from '../../server/backend/config.ts'
import { type PicturePools, picturePools } from '../../server/backend/media/picture-pools.ts'
import { databaseFile, type OpenDatabase, openDatabase } from '../../server/backend/storage/database.ts'
import { straightHeader } from '../../server/lib/gateway-facts.ts'
import type { User } from '../../shared/contracts/accounts.ts'
import type { Tokens } from '../../shared/contracts/auth.ts'
import type { Project, ProjectDraft } from '../../shared/contracts/projects.ts'
import { migratedPostgres, placeMigratedSqlite } from './migrated.ts'
import { databasesAtHand } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type DatabaseKind = (typeof databasesAtHand)[number]

/** Runs the same cases on every database at hand. */
export async function forEachDatabase(t: Test, cases: (t: Test, database: DatabaseKind) => Promise<void> | void): Promise<void> {
  for (const database of databasesAtHand) {
    await t.test(`on ${database}`, async t => {
      await cases(t, database)
    })
  }
}

let pools: PicturePools | undefined

/** Pictures of all backends of this process, because starting them takes longer than most tests. They end with the process. */
const sharedPictures = () => (pools ??= picturePools())

export type BackendOptions = Partial<BackendConfig> & { database?: DatabaseKind }

/** Settings of a backend on a database that no other test uses. */
export async function backendConfig(t: Test, { database = 'sqlite', ...overrides }: BackendOptions = {}): Promise<BackendConfig> {
  return {
    dataDir: overrides.dataDir ?? temporaryFolder(t),
    databaseUrl: database === 'postgres' ? await migratedPostgres(t) : null,
    tokenKey: randomBytes(32),
    registration: { kind: 'open', domains: [] },
    publicUrl: null,
    smtpUrl: null,
    mailFrom: 'isobath@lab.example',
    version: '0.0.0-test',
    runJobs: false,
    logger: pino({ level: 'silent' }),
    pictures: sharedPictures(),
    ...overrides
  }
}

export interface TestBackend {
  app: FastifyInstance
  config: BackendConfig
  /** A second connection to the same database, for reading it directly. */
  storage: OpenDatabase
  /** Creates an account and signs it in. */
  signUp(email?: string, password?: string): Promise<Person>
}

/** Starts a backend that is not listening: call it through `app.inject` or as a person. Closed when the test ends. */
export async function testBackend(t: Test, options: BackendOptions = {}): Promise<TestBackend> {
  const config = await backendConfig(t, options)
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) await placeMigratedSqlite(config.dataDir)
  const app = await buildBackend(config)
  const storage = openDatabase(config)
  t.teardown(async () => {
    await storage.close()
    await app.close()
  })
  let people = 0
  return {
    app,
    config,
    storage,
    async signUp(email = `person-${++people}@lab.example`, password = goodPassword) {
      const answer = await app.inject({ method: 'POST', url: '/api/auth/register', headers: straight, payload: { email, password } })
      if (answer.statusCode !== 201) throw new Error(`${email} could not sign up: ${answer.body}`)
      return personOf(app, answer.json<Tokens>())
    }
  }
}

/** Header that the gateway adds to a direct request from this machine, which may create the first account. */
export const straight = { [straightHeader]: 'yes' }

export const goodPassword = 'gorgonian lantern halocline'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Call = (url: string, payload?: object) => Promise<LightMyRequestResponse>

/** A signed-in person who makes calls. */
export interface Person {
  id: string
  email: string
  tokens: Tokens
  call(method: Method, url: string, payload?: object): Promise<LightMyRequestResponse>
  get: Call
  post: Call
  put: Call
  patch: Call
  delete: Call
  makeProject(draft?: Partial<ProjectDraft>): Promise<Project>
}

/** Makes calls with an access token or a personal API token. */
export async function personOf(app: FastifyInstance, tokens: Tokens): Promise<Person> {
  const authorization = `Bearer ${tokens.access_token}`
  const call = (method: Method, url: string, payload?: object) =>
    app.inject({ method, url: `/api${url}`, headers: { authorization }, ...(payload && { payload }) })
  const { id, email } = (await call('GET', '/auth/me')).json<User>()
  return {
    id,
    email,
    tokens,
    call,
    get: url => call('GET', url),
    post: (url, payload) => call('POST', url, payload),
    put: (url, payload) => call('PUT', url, payload),
    patch: (url, payload) => call('PATCH', url, payload),
    delete: url => call('DELETE', url),
    async makeProject(draft = {}) {
      const answer = await call('POST', '/projects', { title: 'Reef survey', ...draft })
      if (answer.statusCode !== 201) throw new Error(`no project was created: ${answer.body}`)
      return answer.json<Project>()
    }
  }
}
