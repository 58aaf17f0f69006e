import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../../server/backend/storage/database.ts'
import type { Person } from './backend.ts'

/** A project in which one of each thing is made. */
export interface Furnished {
  app: FastifyInstance
  storage: OpenDatabase
  owner: Person
  projectId: string
  mediaId: string
}

/** Facts of a noun for the tests that go over every call, in `test/support/nouns/<noun>.ts`. */
export interface NounLines {
  /** Queries that pass the contracts, by call. */
  queries?: Record<string, string>
  /** Makes one of each of its things. @returns their ids, by the names that the addresses of calls have for them */
  make?(project: Furnished): Promise<Record<string, string>>
  /** Whether blind worlds have these things too. */
  isInBlindWorlds?: boolean
  /** Queries that a blind member reads with, by call. A call without query parameters needs none. */
  reads?: Record<string, readonly string[]>
  /** Reasons why blind worlds leave a read out, by call. */
  unread?: Record<string, string>
  /** Calls that change something and that blind worlds do not make, by reason. */
  unmade?: Record<string, readonly string[]>
}

const files = globSync('test/support/nouns/*.ts').sort()

export const nounLines: NounLines[] = await Promise.all(
  files.map(async file => ((await import(join(process.cwd(), file))) as { lines: NounLines }).lines)
)
