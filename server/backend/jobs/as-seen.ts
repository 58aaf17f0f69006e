import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Sight } from '../projects/scope.ts'
import type { JobKinds } from './kinds.ts'

/** Kinds whose jobs a viewer gets; undefined: all. */
export const kindsSeen = (kinds: JobKinds, { blind }: Sight): string[] | undefined =>
  blind ? Object.keys(kinds).filter(kind => kinds[kind]?.blind) : undefined

/** A job as a viewer gets it; null where members of a running blind session get nothing of its kind. */
export function jobAsSeen(kinds: JobKinds, job: Job, { blind }: Sight): Job | null {
  const rule = kinds[job.kind]?.blind
  if (!blind || rule === 'everything') return job
  if (!rule) return null
  const failure = job.failure && 'It failed: the reasons are shown once your blind session has ended'
  return { ...job, done: 0, total: null, failure }
}
