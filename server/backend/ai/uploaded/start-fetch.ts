import type { Job } from '../../../../shared/contracts/jobs.ts'
import type { ModelAddress } from '../../../../shared/contracts/uploaded-models.ts'
import { timestamp } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { EventBus } from '../../events/bus.ts'
import { FetchRefused, Offline } from '../../fetcher/fetch-errors.ts'
import type { Fetcher } from '../../fetcher/fetcher.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { FullSight, Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { ModelState } from '../errors.ts'
import { ModelRefused } from '../onnx/errors.ts'
import { fetchModelJob, fileNameOf } from './fetch-model.ts'

/** Time for which a failed fetch is shown. Its job is then deleted, because its address may hold a key. */
export const failureShownMs = 86_400_000

interface StartFetch {
  db: Database
  events: EventBus
  jobs: JobQueue
  fetcher: Fetcher
  isOffline: boolean
}

/**
 * Starts the job that fetches a model from a web address.
 * @throws Offline
 * @throws ModelRefused for an address that is not https, or that leads into a private network
 * @throws ModelState while another fetch of the project is under way
 */
export async function startFetch(
  { db, events, jobs, fetcher, isOffline }: StartFetch,
  scope: Scope & FullSight,
  { address, sha256 }: ModelAddress
): Promise<Job> {
  if (isOffline) throw new Offline()
  const { projectId, accountId } = scope
  const url = httpsUrl(fetcher, address)
  const job = await projectEdits(db, events)(scope, async ({ transaction, publish }) => {
    const other = await transaction
      .selectFrom('job')
      .select('id')
      .where('project_id', '=', projectId)
      .where('kind', '=', fetchModelJob)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (other) throw new ModelState('Another model is being fetched for this project: wait until it has arrived, or cancel it')
    const payload = { projectId, accountId, address: url.href, sha256: sha256?.toLowerCase() ?? null, fetchId: newId() }
    const started = await jobs.enqueue(transaction, { kind: fetchModelJob, projectId, subject: fileNameOf(url), payload })
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.model_fetched', detail: { host: url.host } })
    publish({ type: 'changed', noun: 'ai', projectId })
    return started
  })
  jobs.wake()
  return job
}

/** Reads the fetch of a project that is under way, or that failed within a day and no other followed. */
export async function latestFetch({ db, jobs }: Pick<StartFetch, 'db' | 'jobs'>, projectId: string): Promise<Job | null> {
  const latest = await db
    .selectFrom('job')
    .select(['id', 'state', 'finished_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', fetchModelJob)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isShown = latest?.state === 'waiting' || latest?.state === 'running'
  const hasJustFailed = latest?.state === 'failed' && (latest.finished_at ?? '') > timestamp(Date.now() - failureShownMs)
  return latest && (isShown || hasJustFailed) ? jobs.get(latest.id) : null
}

function httpsUrl(fetcher: Fetcher, address: string): URL {
  try {
    const url = fetcher.check(address.trim())
    if (url.protocol !== 'https:') throw new FetchRefused('its scheme is not https')
    return url
  } catch (error) {
    if (error instanceof FetchRefused) throw new ModelRefused(`This address cannot be used: ${error.message}`)
    throw error
  }
}
