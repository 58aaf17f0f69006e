import type { EventBus } from '../events/bus.ts'
import type { JobHandler, JobQueue } from '../jobs/queue.ts'
import { everything, type Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { isNearlySettled, purgeRemoved, settleSome, staleCount } from './settled-places.ts'

export const placesJob = 'map.places'

const allPlaces = (projectId: string) =>
  everything(projectId, 'places are derived for all records, and each answer leaves out what is hidden')

/** Handles the job that derives the places of many changed records. Each step is its own transaction, so a killed job can resume. */
export function derivePlaces({ db, events }: { db: Database; events: EventBus }): JobHandler {
  return async ({ payload, signal, progress, hold }) => {
    const sight = allPlaces(String(payload.projectId))
    const total = await staleCount(db, sight)
    let settled = 0
    for (let some = 1; some > 0; settled += some) {
      signal.throwIfAborted()
      some = await settleSome(db, sight, hold)
      await progress(Math.min(total, settled + some), total)
    }
    await purgeRemoved(db, sight)
    events.publish({ type: 'changed', noun: 'media', projectId: sight.projectId })
  }
}

/**
 * Brings the places of a project up to date. A few changes are handled immediately, many by a job.
 * @returns whether the places are up to date
 */
export async function settlePlaces(db: Database, jobs: JobQueue, { projectId }: Sight): Promise<boolean> {
  const sight = allPlaces(projectId)
  if (await isNearlySettled(db, sight)) {
    let settled = 0
    for (let some = 1; some > 0; settled += some) some = await settleSome(db, sight)
    if (settled > 0) await purgeRemoved(db, sight)
    return true
  }
  const open = await db
    .selectFrom('job')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', placesJob)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (!open) {
    await db.transaction().execute(async transaction => {
      await jobs.enqueue(transaction, { kind: placesJob, projectId, subject: null, payload: { projectId } })
    })
    jobs.wake()
  }
  return false
}
