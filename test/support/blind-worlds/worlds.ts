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

/** Two servers that were one until now: the same rows, files and keys, and a clock that stands still between two steps. */
export interface Worlds {
  quiet: FastifyInstance
  busy: FastifyInstance
  /** Lets a second pass in both. */
  tick(): void
}

/**
 * Furnishes a server, ends it, and starts two copies of it.
 * @param furnish calls the first server, which listens at `base`
 */
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
  Date.now = () => nowMs // not by tap's intercept, which writes down the stack of each of the many thousand calls
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

/** A call in one world. The id of the request is always the same, so that refusals can be compared. */
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

/** Everything that somebody hears from now on in one world, without the signs of life, which follow the real clock. */
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
 * Finds the ids that both worlds gave to the same thing at different random: what stands at the same place of two answers, in lists of
 * the same length. All else of the two must be the same, so that an id cannot hide another thing.
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

  /** The busy world's text with the quiet world's names, also in the cursors of its lists. */
  inQuiet(text: string): string {
    return withOpenCursors(text).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, id => this.#names.get(id) ?? id)
  }

  /** The name in the busy world of what has this one in the quiet. */
  inBusy(text: string): string {
    for (const [busy, quiet] of this.#names) text = text.replaceAll(quiet, busy)
    return text
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Cursors hold ids: they are written as what they stand for. */
export const withOpenCursors = (text: string): string =>
  text.replace(/"nextCursor":"(W[\w-]+)"/g, (_, cursor: string) => `"nextCursor":${Buffer.from(cursor, 'base64url')}`)
