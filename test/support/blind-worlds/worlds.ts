import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { buildBackend } from '../../../server/backend/backend.ts'
import { type OpenDatabase, openDatabase } from '../../../server/backend/storage/database.ts'
import type { Method } from '../../../shared/contracts/contract.ts'
import { backendConfig, type DatabaseKind, type Person } from '../backend.ts'
import { freshPostgres } from '../postgres.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Two copies of one server: the same rows, files and keys, and a clock that stops between two steps. */
export interface Worlds {
  quiet: FastifyInstance
  busy: FastifyInstance
  /** Advances the clock of both by a second. */
  tick(): void
}

/** Furnishes a server, ends it, and starts two copies of it. @param furnish calls the first server, which listens at `base` */
export async function splitWorlds<T>(
  t: Test,
  database: DatabaseKind,
  furnish: (app: FastifyInstance, base: string, storage: OpenDatabase) => Promise<T>
): Promise<Worlds & { scene: T }> {
  const config = { ...(await backendConfig(t, { database, tokenKey: randomBytes(32) })), runJobs: true }
  const first = await buildBackend(config)
  const base = await first.listen({ host: '127.0.0.1', port: 0 })
  const storage = openDatabase(config)
  const scene = await furnish(first, base, storage)
  await storage.close()
  first.server.closeAllConnections()
  await first.close()

  let nowMs = Date.now()
  const now = Date.now
  Date.now = () => nowMs // tap's intercept would record the stack of each of the many thousand calls
  t.teardown(() => {
    Date.now = now
  })
  const [quiet, busy] = await Promise.all([copy(), copy()])
  return {
    scene,
    quiet,
    busy,
    tick() {
      nowMs += 1000
    }
  }

  async function copy(): Promise<FastifyInstance> {
    const dataDir = join(temporaryFolder(t), 'data')
    cpSync(config.dataDir, dataDir, { recursive: true, filter: path => !path.endsWith('cache') })
    const template = config.databaseUrl && new URL(config.databaseUrl).pathname.slice(1)
    const app = await buildBackend({ ...config, dataDir, databaseUrl: template ? await freshPostgres(t, template) : null })
    t.teardown(() => app.close())
    return app
  }
}

/** Makes a call in one world. The request id is always the same, so that refusals can be compared. */
export function callIn(
  app: FastifyInstance,
  { tokens }: Person,
  method: Method,
  url: string,
  payload?: object | Buffer
): Promise<LightMyRequestResponse> {
  const headers = {
    authorization: `Bearer ${tokens.access_token}`,
    'x-request-id': 'same-in-both',
    ...(Buffer.isBuffer(payload) && { 'content-type': 'text/csv' })
  }
  return app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
}

/** Records everything that a person receives from now on in one world, without heartbeats, which follow the real clock. */
export async function listen(t: Test, app: FastifyInstance, { tokens }: Person): Promise<{ text: () => string }> {
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const answer = await app.inject({ method: 'GET', url: '/api/events', headers, payloadAsStream: true })
  const stream = answer.stream()
  t.teardown(() => stream.destroy())
  let text = ''
  stream.on('data', piece => {
    text += String(piece)
  })
  return { text: () => text.replace(/^: .*\n\n/gm, '') }
}

/**
 * Pairs the random ids that both worlds gave to the same object: ids in the same place in two answers, in lists of the same length. The rest of the
 * two answers must be equal, so that an id cannot hide another object.
 */
export class SameIds {
  #names = new Map<string, string>()

  learn(quiet: unknown, busy: unknown): void {
    if (typeof quiet === 'string' && typeof busy === 'string') {
      if (quiet !== busy && uuid.test(quiet) && uuid.test(busy) && !this.#names.has(busy)) this.#names.set(busy, quiet)
    } else if (typeof quiet === 'object' && typeof busy === 'object' && quiet && busy) {
      const names = Object.keys(quiet)
      if (names.length === Object.keys(busy).length)
        for (const name of names) this.learn((quiet as Record<string, unknown>)[name], (busy as Record<string, unknown>)[name])
    }
  }

  /** Translates a text of the busy world into the ids of the quiet one, including the cursors of its lists. */
  inQuiet(text: string): string {
    return withOpenCursors(text).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => this.#names.get(id) ?? id)
  }

  /** Translates a text of the quiet world into the ids of the busy one. */
  inBusy(text: string): string {
    for (const [busy, quiet] of this.#names) text = text.replaceAll(quiet, busy)
    return text
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Replaces cursors, which contain ids, by their decoded content. */
export const withOpenCursors = (text: string): string =>
  text.replace(/"nextCursor":"(W[\w-]+)"/g, (_, cursor: string) => `"nextCursor":${Buffer.from(cursor, 'base64url')}`)
