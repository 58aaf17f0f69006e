import { timestamp } from '../../lib/clock.ts'
import type { ProjectEdit } from '../projects/edit-project.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { everything, type Sight } from '../projects/scope.ts'
import type { Services } from '../services.ts'
import { hasRoom, lastRunIn, runAdder, scraperChanged } from './add-run.ts'
import { isUnderWay, runsWithJobs, stateOf } from './run-rows.ts'
import { nextTime } from './schedule.ts'

/** Number of consecutive failed runs after which a schedule is suspended. */
const mostFailures = 5
/** Maximum number of jobs started per call. The next call starts the rest. */
const jobsAtOnce = 100

interface DueJob {
  id: string
  projectId: string
  schedule: string
  nextAt: string
}

/**
 * Starts the runs that are due. When several servers share a database, only one of them starts each run. One run makes up for all missed
 * times. On a server without access to outside data, no run is started. A failing job does not affect the others.
 */
export async function startDueJobs({ db, events, jobs: queue, config, log }: Services): Promise<void> {
  if (config.isOffline) return
  const editProject = projectEdits(db, events)
  const addRun = runAdder(queue)
  const due = await db
    .selectFrom('scraper_job')
    .innerJoin('project', 'project.id', 'scraper_job.project_id')
    .select(['scraper_job.id', 'project.id as projectId'])
    .select(({ ref }) => [ref('scraper_job.schedule').as('schedule'), ref('scraper_job.next_at').as('nextAt')])
    .where('scraper_job.next_at', '<=', timestamp())
    .where('scraper_job.removed_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .orderBy('scraper_job.next_at')
    .limit(jobsAtOnce)
    .$narrowType<{ schedule: string; nextAt: string }>()
    .execute()
  for (const job of due)
    try {
      const sight = everything(job.projectId, 'outside records are not annotations')
      await editProject(sight, edit => startDue(edit, sight, job))
    } catch (error) {
      log.error({ err: error, scraperJobId: job.id }, 'a scheduled scraper job could not be started')
    }
  if (due.length > 0) queue.wake()

  async function startDue(edit: ProjectEdit, sight: Sight, job: DueJob): Promise<void> {
    const { transaction, at, publish } = edit
    const next = nextTime(JSON.parse(job.schedule), new Date(at))
    const { numUpdatedRows } = await transaction
      .updateTable('scraper_job')
      .set({ next_at: next })
      .where('id', '=', job.id)
      .where('next_at', '=', job.nextAt)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const last = await lastRunIn(transaction, job.id)
    if (last && isUnderWay(stateOf(last))) return
    const recent = await runsWithJobs(transaction)
      .where('scraper_job_id', '=', job.id)
      .orderBy('number', 'desc')
      .limit(mostFailures)
      .execute()
    const hasFailed = recent.length === mostFailures && recent.every(run => stateOf(run) === 'failed')
    if (!hasFailed && (await hasRoom(transaction, sight.projectId))) {
      await addRun(edit, sight, job.id)
      return
    }
    await transaction.updateTable('scraper_job').set({ next_at: null, rests_since: at }).where('id', '=', job.id).execute()
    publish(scraperChanged(sight))
  }
}
