import { sql } from 'kysely'
import { type Filter, parseFilter } from '../../../../shared/filters.ts'
import type { EventBus } from '../../events/bus.ts'
import { heldEdits } from '../../jobs/held-edits.ts'
import { jobSubject } from '../../jobs/job-subject.ts'
import type { JobHandler } from '../../jobs/queue.ts'
import type { PicturePools } from '../../media/picture-pools.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { everything, type FullSight } from '../../projects/scope.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import { refuseLostAreas } from './area-filter.ts'
import { type BulkRow, bulkRow } from './bulk.ts'
import { bulkStep, sightOf } from './bulk-steps.ts'
import { filterAsShown } from './filter-as-shown.ts'
import { reviewCount } from './pages.ts'
import type { PatchImage } from './patch-source.ts'
import { NoPatch, patchMaker } from './patches.ts'

export const bulkJob = 'annotations.bulk'
export const patchesJob = 'annotations.patches'

interface PatchWork {
  db: Database
  blobs: Blobs
  patchFolder: string
  pictures: PicturePools
}

/** Job that continues a bulk edit, or its undo, after the last completed step. */
export function bulkEditWork({ db, events }: { db: Database; events: EventBus }): JobHandler {
  const edits = projectEdits(db, events)
  return async ({ payload, signal, progress, hold }) => {
    const editProject = heldEdits(edits, hold)
    const bulkId = String(payload.bulkId)
    const reason = 'blind members do not get the progress of the job, and each step is limited to what the person who began it may see'
    const sight = everything(String(payload.projectId), reason)
    const bulk = await jobSubject(bulkRow(db, sight, bulkId), 'The bulk edit no longer exists')
    let done = bulk.state === 'running' ? bulk.changed_count + bulk.skipped_count : bulk.restored_count + bulk.kept_count
    const filter = await filterOf(db, bulk)
    const total = await totalOf(db, sight, { bulk, filter }, done)
    for (;;) {
      await progress(Math.min(done, total), total)
      signal.throwIfAborted()
      const step = await editProject(sight, edit => bulkStep(edit, sight, bulkId, filter))
      done += step.seen
      if (step.isFinished) break
    }
    await progress(total, total)
  }
}

/**
 * Reads the filter of a running bulk edit; null for an undo and for given annotations. It selects images by positions and depths that the
 * person may see, so that the progress reveals none finer. All steps share the result, because testing every image against an area is slow.
 * @throws HopelessJob if a drawn area of the filter has been deleted
 */
async function filterOf(db: Database, bulk: BulkRow): Promise<Filter | null> {
  if (bulk.state !== 'running' || bulk.filter === null) return null
  const filter = await filterAsShown(db, await sightOf(db, bulk, bulk.account_id), parseFilter(bulk.filter))
  await refuseLostAreas(db, bulk.project_id, filter)
  return filter
}

async function totalOf(
  db: Database,
  sight: FullSight,
  { bulk, filter }: { bulk: BulkRow; filter: Filter | null },
  done: number
): Promise<number> {
  if (filter !== null) {
    return done + (await reviewCount(db, sight, filter, bulk.position === null ? null : [bulk.position]))
  }
  if (bulk.state === 'undoing') return bulk.changed_count
  const { count } = await db
    .selectFrom('bulk_edit_item')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('bulk_edit_id', '=', bulk.id)
    .executeTakeFirstOrThrow()
  return count
}

interface PatchRow extends PatchImage {
  annotation_id: string
  shape: string | null
}

const patchesAtOnce = 200

/** Job that makes the missing crops of a project, image by image. */
export function patchWork({ db, blobs, patchFolder, pictures }: PatchWork): JobHandler {
  const patches = patchMaker({ folder: patchFolder, blobs, pool: pictures.views })
  return async ({ payload, signal, progress }) => {
    const projectId = String(payload.projectId)
    const total = await reviewCount(db, everything(projectId, 'patches are made for all annotations, and a separate call shows them'), [])
    let done = 0
    for (let [mediaId, annotationId] = ['', '']; ; ) {
      await progress(Math.min(done, total), total)
      signal.throwIfAborted()
      const { rows } = await sql<PatchRow>`
        select media.id, media.sha256, media.width, media.height, media.large_sha256, media.tiles_sha256,
          annotation.id as annotation_id, annotation.shape
        from media cross join annotation
        where media.project_id = ${projectId} and media.removed_at is null and annotation.media_id = media.id
          and annotation.removed_at is null and media.id >= ${mediaId} and (media.id, annotation.id) > (${mediaId}, ${annotationId})
        order by media.id, annotation.id limit ${sql.lit(patchesAtOnce)}`.execute(db)
      await Promise.all(rows.map(row => made(row)))
      done += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < patchesAtOnce) break
      ;[mediaId, annotationId] = [last.id, last.annotation_id]
    }
    await progress(total, total)
  }

  async function made(row: PatchRow): Promise<void> {
    if (await patches.has(row, row.shape)) return
    await patches.get(row, row.shape).catch(error => {
      if (!(error instanceof NoPatch)) throw error // an image that cannot be shown has no patch
    })
  }
}
