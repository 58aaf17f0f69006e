import { type RawBuilder, sql } from 'kysely'
import type { SampleCount, SamplePlan } from '../../../shared/contracts/sampling.ts'
import { type Filter, parseFilter } from '../../../shared/filters.ts'
import type { EventBus } from '../events/bus.ts'
import { heldEdits } from '../jobs/held-edits.ts'
import type { JobHandler } from '../jobs/queue.ts'
import { mediaPage } from '../media/list.ts'
import { reopened } from '../projects/access.ts'
import { type EditProject, projectEdits, type Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { drawWhereItFits } from './draw-points.ts'
import { refuseLostAreas } from './review/area-filter.ts'
import { filterAsShown } from './review/filter-as-shown.ts'
import { imageMatches } from './review/filter-sql.ts'
import { rewrite } from './review/rewrite.ts'
import { isOfRound } from './rounds/blind.ts'

export const sampleJob = 'annotations.samples'

/** Approximate number of points in one transaction. */
const pointsAtOnce = 5_000
const imagesAtOnce = 100
/** Maximum number of annotations in one statement. */
const batchSize = 500
/** Maximum number of images counted in one statement. */
const countedAtOnce = 2_000

/** Work of the job that draws sample points on all images that match a filter. If the plan is null, the job removes the points instead. */
interface SampleWork {
  projectId: string
  accountId: string
  filter: string
  plan: SamplePlan | null
}

/** Work with a parsed filter. The areas of the filter select images by the positions that the person may see. */
type Resolved = Omit<SampleWork, 'filter'> & { filter: Filter }

interface SampleStep {
  /** Start of the next step; null after the last one. */
  next: string | null
  /** Number of images that the step read. */
  seen: number
}

/** Counts the images that match a filter, and those among them with points. The count runs in batches, so that other requests are not delayed. */
export async function countSampled(db: Database, sight: Sight, filter: Filter): Promise<SampleCount> {
  const { projectId } = sight
  const count: SampleCount = { imageCount: 0, sampledCount: 0 }
  const kept = sql<boolean>`media.project_id = ${projectId} and media.removed_at is null`
  for (let from = ''; ; ) {
    const { rows: ends } = await sql<{ id: string }>`
      select media.id from media where ${kept} and media.id > ${from}
      order by media.id limit 1 offset ${sql.lit(countedAtOnce - 1)}`.execute(db)
    const end = ends[0]?.id ?? null
    const upTo = end === null ? sql`1 = 1` : sql`media.id <= ${end}`
    const { rows } = await sql<{ images: number; sampled: number }>`
      select count(*) as images, count(sample.id) as sampled from media left join sample on sample.media_id = media.id
      where ${kept} and media.id > ${from} and ${upTo} and ${imageMatches(db, sight, filter)}`.execute(db)
    count.imageCount += Number(rows[0]?.images ?? 0)
    count.sampledCount += Number(rows[0]?.sampled ?? 0)
    if (end === null) return count
    from = end
  }
}

/**
 * Processes the next images. Idempotent, because it changes only images that still need it.
 * @param filter filter of the work, with its areas as the person sees them
 * @throws HopelessJob if a drawn area of the filter has been deleted
 */
export async function sampleStep(db: Database, editProject: EditProject, work: Resolved, from?: string): Promise<SampleStep> {
  const { projectId, accountId, plan, filter } = work
  const sight = await reopened(db, accountId, projectId)
  const limit = plan ? Math.max(1, Math.min(imagesAtOnce, Math.floor(pointsAtOnce / pointsOf(plan)))) : imagesAtOnce
  const { rows, nextCursor } = await mediaPage(db, sight, { sort: 'added', limit, ...(from !== undefined && { cursor: from }) }, { filter })
  await refuseLostAreas(db, projectId, filter)
  const ids = rows.map(({ id }) => id)
  await editProject(sight, async ({ transaction, at, publish }) => {
    const changed = plan
      ? await drawWhereItFits(transaction, { projectId, accountId, plan }, ids)
      : await removeUntouched(transaction, sight, ids, at)
    for (const mediaId of changed) publish({ type: 'changed', noun: 'annotations', projectId, mediaId, by: accountId })
  })
  return { next: nextCursor, seen: rows.length }
}

const pointsOf = ({ count, rows, columns }: SamplePlan) => (rows && columns ? rows * columns : (count ?? 1))

export const sampleWork =
  ({ db, events }: { db: Database; events: EventBus }): JobHandler =>
  async ({ payload, signal, progress, hold }) => {
    const plan: SamplePlan | null = payload.plan === null ? null : JSON.parse(String(payload.plan))
    const work = { projectId: String(payload.projectId), accountId: String(payload.accountId), filter: String(payload.filter), plan }
    const sight = await reopened(db, work.accountId, work.projectId)
    const filter = await filterAsShown(db, sight, parseFilter(work.filter))
    const { imageCount: total } = await countSampled(db, sight, filter)
    const editProject = heldEdits(projectEdits(db, events), hold)
    let done = 0
    for (let from: string | undefined; ; ) {
      await progress(Math.min(done, total), total)
      signal.throwIfAborted()
      const step = await sampleStep(db, editProject, { ...work, filter }, from)
      done += step.seen
      if (step.next === null) break
      from = step.next
    }
    await progress(total, total)
  }

/**
 * Removes the untouched samples of the given images: those whose points have no label, attributes, comments or copies. Images on which the
 * caller works blind keep their samples. The points are kept as removed annotations.
 */
async function removeUntouched(
  transaction: Transaction,
  { accountId, blind }: AccountSight,
  mediaIds: string[],
  at: string
): Promise<string[]> {
  const among = (ids: string[]): RawBuilder<unknown> =>
    sql`(select item.value ->> 'id' from ${jsonItems(
      transaction,
      ids.map(id => ({ id }))
    )})`
  const { rows: samples } = await sql<{ id: string; media_id: string }>`
    select sample.id, sample.media_id from sample join media on media.id = sample.media_id
    where sample.media_id in ${among(mediaIds)} and ${blind ? sql`not ${isOfRound(blind)}` : sql`1 = 1`} and not exists (
      select 1 from sample_point join annotation on annotation.id = sample_point.annotation_id
      where sample_point.sample_id = sample.id and (
        (annotation.removed_at is null and (annotation.label_id is not null or annotation.attributes <> '{}'))
        or exists (select 1 from comment where comment.annotation_id = annotation.id)
        or exists (select 1 from annotation_session_point as copy where copy.point_id = annotation.id)))`.execute(transaction)
  const ids = samples.map(({ id }) => id)
  for (;;) {
    const points = await transaction
      .selectFrom('sample_point')
      .innerJoin('annotation', 'annotation.id', 'sample_point.annotation_id')
      .selectAll('annotation')
      .where('sample_point.sample_id', 'in', sql<string>`${among(ids)}`)
      .where('annotation.removed_at', 'is', null)
      .limit(batchSize)
      .execute()
    const removals = points.map(point => ({ before: point, after: { ...point, removed_at: at } }))
    await rewrite(transaction, removals, { accountId, at, kind: 'remove' })
    if (points.length < batchSize) break
  }
  await sql`delete from sample where id in ${among(ids)}`.execute(transaction)
  return samples.map(sample => sample.media_id)
}
