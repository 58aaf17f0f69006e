import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../server/backend/storage/database.ts'
import type { Person } from './backend.ts'

/** A project that gets one of each object. */
export interface Furnished {
  app: FastifyInstance
  storage: OpenDatabase
  owner: Person
  projectId: string
  mediaId: string
}

/** Facts of a noun for the tests that cover every call, in `test/support/nouns/<noun>.ts`. */
export interface NounLines {
  /** Valid queries, by call. */
  queries?: Record<string, string>
  /** Creates one of each of its objects. @returns their ids, keyed by the parameter names in the addresses of calls */
  make?(project: Furnished): Promise<Record<string, string>>
  /** Whether blind worlds have these objects too. */
  isInBlindWorlds?: boolean
  /** Queries that a blind member reads with, by call. A call without query parameters needs none. */
  reads?: Record<string, readonly string[]>
  /** Reasons why blind worlds skip a read, by call. */
  unread?: Record<string, string>
  /** Changing calls that blind worlds do not make, by reason. */
  unmade?: Record<string, readonly string[]>
}

const files = globSync('test/support/nouns/*.ts').sort()

export const nounLines: NounLines[] = await Promise.all(
  files.map(async file => ((await import(join(process.cwd(), file))) as { lines: NounLines }).lines)
)
