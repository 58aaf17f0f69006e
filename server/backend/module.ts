import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ActivityEvent } from '../../shared/activity/activity-event.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { JobKind } from './jobs/kinds.ts'
import type { JobHandler } from './jobs/queue.ts'
import type { Services } from './services.ts'
import type { Migration } from './storage/migration.ts'

/** Part of the backend for one noun. The types of its tables are in `<noun>/tables.ts`. */
export interface Module {
  /** Contracts of the calls that its routes serve. */
  contracts?: readonly Record<string, Contract>[]
  /** Events that the module records in the activity of a project. */
  activity?: Record<string, ActivityEvent<never>>
  /** Steps of the schema, numbered across all nouns. */
  migrations?: readonly Migration[]
  /** Plugins below `/api`. Their options are the services that they use. */
  routes?: readonly FastifyPluginAsyncTypebox<Services>[]
  /** Kinds of jobs, by name. */
  jobs?: Record<string, JobKind & { work(services: Services): JobHandler }>
  upkeep?: readonly Upkeep[]
}

/** Recurring task of servers that run jobs. Several servers may run it at the same time. */
export interface Upkeep {
  everyMs: number
  /** Delay of the first run after the start of the server. */
  afterMs: number
  /** Log line for a failure. */
  failure: string
  run(services: Services): Promise<unknown>
}

const dayMs = 24 * 60 * 60_000

/** Upkeep that runs at the start and then daily. */
export const daily = (run: Upkeep['run']): Upkeep => ({
  everyMs: dayMs,
  afterMs: 0,
  failure: 'upkeep failed; the next try is tomorrow',
  run
})
