import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import { timestamp } from '../../lib/clock.ts'
import { JobLost } from '../jobs/queue.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { codeOf } from './failed-images.ts'
import { held } from './held.ts'
import { indexed } from './label-classes.ts'
import { allCount } from './labelled.ts'
import { hashHalves, type Measures } from './learning/image-measures.ts'
import { type MeasuredRow, measuredImages, measureName, type Unmeasured, unmeasuredCount, unmeasuredImages } from './measured-images.ts'
import type { ReadingWork } from './read-images.ts'

const imagesAtOnce = 100
const rowsAtOnce = 5_000
const changesAtOnce = 500

interface QualityWork extends Omit<ReadingWork, 'features'> {
  blobs: Blobs
}

interface QualityRun {
  id: string
  jobId: string
  projectId: string
}

/**
 * Measures the images of a project that are not measured yet, and compares all measured images. An interrupted run keeps its measurements and
 * continues with the remaining images.
 */
// Long: the steps of one run.
export async function qualityWork(work: QualityWork, run: QualityRun): Promise<void> {
  const { db, blobs, turn, context, sight, changed } = work
  const { projectId } = run
  const missing = await unmeasuredCount(db, projectId)
  const total = Math.max(missing, await allCount(db, sight))
  let [done, failed] = [total - missing, 0]
  await report()
  for (let last = ''; ; ) {
    const page = await unmeasuredImages(db, projectId, last, imagesAtOnce)
    for (const image of page) {
      context.signal.throwIfAborted()
      const isMeasured = await imageOf(image)
      if (isMeasured) done += 1
      else failed += 1
      await context.progress(Math.min(done + failed, total), total)
    }
    await report()
    if (page.length < imagesAtOnce) break
    last = page.at(-1)?.id ?? last
  }
  const { clustered, blurred } = await compareAll(work, run)
  const sentence = endSentence({ done, failed, clustered, blurred })
  await held(context, db, transaction =>
    transaction.updateTable('ai_run').set({ sentence, finished_at: timestamp() }).where('id', '=', run.id).execute()
  )

  async function report(): Promise<void> {
    const counts = { images_total: Math.max(total, done + failed), images_done: done, images_failed: failed }
    await held(context, db, transaction => transaction.updateTable('ai_run').set(counts).where('id', '=', run.id).execute())
    changed()
  }

  /** Measures one image and stores the result. @returns whether the image could be read */
  async function imageOf({ id: mediaId, sha256 }: Unmeasured): Promise<boolean> {
    let measures: Measures | null = null
    let errorCode: string | null = null
    try {
      const path = await blobs.localPath(sha256)
      measures = await turn(runTask => runTask('measure', { path }))
    } catch (error) {
      if (context.signal.aborted || error instanceof JobLost) throw error
      errorCode = codeOf(error)
    }
    const { attempt } = context
    const state = measures ? 'done' : 'failed'
    await held(context, db, async transaction => {
      if (measures) await store(transaction, { mediaId, projectId, sha256 }, measures)
      await transaction
        .insertInto('job_item')
        .values({ job_id: run.jobId, media_id: mediaId, state, attempt, error_code: errorCode })
        .onConflict(conflict => conflict.columns(['job_id', 'media_id']).doUpdateSet({ state, attempt, error_code: errorCode }))
        .execute()
    })
    return measures !== null
  }
}

async function store(
  transaction: Database,
  { mediaId, projectId, sha256 }: { mediaId: string; projectId: string; sha256: string },
  { sharpness, darkShare, brightShare, hash }: Measures
): Promise<void> {
  const measured = { sha256, measure: measureName, sharpness, dark_share: darkShare, bright_share: brightShare, hash }
  await transaction
    .insertInto('ai_image_quality')
    .values({ media_id: mediaId, project_id: projectId, ...measured })
    .onConflict(conflict => conflict.column('media_id').doUpdateSet(measured))
    .execute()
}

interface Change {
  id: string
  cluster: string | null
  relative: number | null
  blurred: number
}

/** Compares all measured images and stores what has changed since the last comparison. */
async function compareAll({ db, turn, context }: QualityWork, run: QualityRun): Promise<{ clustered: number; blurred: number }> {
  const rows: MeasuredRow[] = []
  for (let isLast = false; !isLast; ) {
    const page = await measuredImages(db, run.projectId, rows.at(-1)?.media_id ?? '', rowsAtOnce)
    for (const row of page) rows.push(row)
    isLast = page.length < rowsAtOnce
    await breathe()
  }
  const hashes = new Uint32Array(2 * rows.length)
  for (const [row, { hash }] of rows.entries()) hashes.set(hashHalves(hash), 2 * row)
  const sites = Int32Array.from(indexed(rows.map(({ site_id: id }) => id ?? '')))
  for (const [row, { site_id: id }] of rows.entries()) if (id === null) sites[row] = -1
  const input = { hashes, sharpness: Float64Array.from(rows, row => row.sharpness), sites }
  const { clusters, relative, blurred } = await turn(runTask => runTask('compareImages', input))

  const sizes = new Int32Array(rows.length)
  for (const first of clusters) sizes[first]!++
  const all = rows.map((row, place): Change => {
    const first = clusters[place] ?? place
    const value = relative[place] ?? Number.NaN
    return {
      id: row.media_id,
      cluster: (sizes[first] ?? 0) > 1 ? (rows[first]?.media_id ?? null) : null,
      relative: Number.isNaN(value) ? null : Math.round(1e4 * value) / 1e4,
      blurred: blurred[place] ?? 0
    }
  })
  const changes = all.filter(({ cluster, relative: value, blurred: flag }, place) => {
    const row = rows[place]
    return row?.cluster_id !== cluster || row.relative_sharpness !== value || row.is_blurred !== flag
  })
  for (let from = 0; from < changes.length; from += changesAtOnce) {
    context.signal.throwIfAborted()
    await held(context, db, transaction => storeChanges(transaction, changes.slice(from, from + changesAtOnce)))
  }
  return {
    clustered: all.filter(({ cluster }) => cluster !== null).length,
    blurred: all.filter(({ blurred: flag }) => flag === 1).length
  }
}

async function storeChanges(transaction: Database, changes: Change[]): Promise<void> {
  await sql`
    update ai_image_quality
    set cluster_id = changed.cluster_id, relative_sharpness = changed.relative, is_blurred = changed.blurred
    from (
      select item.value ->> 'id' as id, item.value ->> 'cluster' as cluster_id,
        cast(item.value ->> 'relative' as double precision) as relative, cast(item.value ->> 'blurred' as integer) as blurred
      from ${jsonItems(transaction, changes)}
    ) as changed
    where ai_image_quality.media_id = changed.id`.execute(transaction)
}

function endSentence({ done, failed, clustered, blurred }: { done: number; failed: number; clustered: number; blurred: number }): string {
  const counted = (count: number, noun = 'image') => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
  const found = `${counted(done)} measured, ${counted(clustered, 'near-duplicate')}, ${counted(blurred, 'blurred image')}`
  return failed === 0 ? found : `${found}. ${counted(failed)} could not be read`
}
