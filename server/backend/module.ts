import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ActivityEvent } from '../../shared/activity/activity-event.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { JobKind } from './jobs/kinds.ts'
import type { JobHandler } from './jobs/queue.ts'
import type { Services } from './services.ts'
import type { Migration } from './storage/migration.ts'

/** Part of the backend for one noun, such as images or projects. `<noun>/tables.ts` declares the types of its tables. */
export interface Module {
  /** Contracts of the API calls that its routes implement. */
  contracts?: readonly Record<string, Contract>[]
  /** Events that the module records in the activity of a project. */
  activity?: Record<string, ActivityEvent<never>>
  /** Schema migrations, numbered across all nouns. */
  migrations?: readonly Migration[]
  /** Fastify plugins for routes below `/api`. The services are their options. */
  routes?: readonly FastifyPluginAsyncTypebox<Services>[]
  /** Job kinds, by name. */
  jobs?: Record<string, JobKind & { work(services: Services): JobHandler }>
  upkeep?: readonly Upkeep[]
}

/** Recurring task of servers that run jobs. Several servers may run it at the same time. */
export interface Upkeep {
  everyMs: number
  /** Delay between the start of the server and the first run. */
  afterMs: number
  /** Log message for a failed run. */
  failure: string
  run(services: Services): Promise<unknown>
}

const dayMs = 24 * 60 * 60_000

/** Creates a task that runs when the server starts, and then daily. */
export const daily = (run: Upkeep['run']): Upkeep => ({
  everyMs: dayMs,
  afterMs: 0,
  failure: 'upkeep failed; retrying tomorrow',
  run
})
