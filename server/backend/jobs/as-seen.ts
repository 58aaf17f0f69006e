import type { Job } from '../../../shared/contracts/jobs.ts'
import type { Sight } from '../projects/scope.ts'
import type { JobKinds, ListedKinds } from './kinds.ts'

/** Returns the job kinds that a viewer may see. */
export const kindsSeen = (kinds: JobKinds, { blind }: Sight): ListedKinds =>
  blind ? Object.keys(kinds).filter(kind => kinds[kind]?.blind) : 'all'

/** Returns a job as shown to a viewer. Null if its kind is hidden from members of a running round. */
export function jobAsSeen(kinds: JobKinds, job: Job, { blind }: Pick<Sight, 'blind'>): Job | null {
  const rule = kinds[job.kind]?.blind
  if (!blind || rule === 'everything') return job
  if (!rule) return null
  const failure = job.failure && 'The job failed. You can see the reason after your blind session has ended'
  return { ...job, done: 0, total: null, failure }
}
