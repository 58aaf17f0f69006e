import { stat } from 'node:fs/promises'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import { heldEdits } from '../jobs/held-edits.ts'
import { HopelessJob, type JobContext, type JobHandler } from '../jobs/queue.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { everything } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { forJob, inThread } from '../threads/in-thread.ts'
import type { PackedBlock } from './formats/blocks.ts'
import type { TrackWish } from './formats/track-reader.ts'
import { navigationChanged, roomForFixes } from './repository.ts'
import { trackFiles } from './track-files.ts'
import { keepLine } from './track-lines.ts'

export const readJob = 'navigation.read'

interface ReadJob {
  db: Database
  events: EventBus
  dataDir: string
}

/** Handles the job that reads a file into blocks, batch by batch. A killed job starts over, because only a complete track is used. */
// Long: one job, step by step.
export function readTrackFile({ db, events, dataDir }: ReadJob): JobHandler {
  const files = trackFiles(dataDir)

  return async ({ payload, signal, progress, hold }) => {
    const trackId = String(payload.trackId)
    const track = await db.selectFrom('nav_track').selectAll().where('id', '=', trackId).executeTakeFirst()
    if (!track || track.state === 'ready') return
    const sight = everything(track.project_id, 'a track has no annotations')
    const path = files.pathOf(trackId)
    const size = (await stat(path).catch(() => null))?.size
    if (size === undefined) throw new HopelessJob('The file is no longer on this server: upload it again')
    await forgetBlocks(db, trackId)
    const wish: TrackWish = { ...JSON.parse(track.parameters), source: track.source }
    const watched = new AbortController()
    const room = await roomForFixes(db, sight.projectId)
    const span = { firstMs: Number.NaN, lastMs: Number.NaN }
    try {
      const onProgress = (readBytes: number) => void progress(readBytes, size).catch(error => watched.abort(error))
      const watch = { signal: AbortSignal.any([signal, watched.signal]), onProgress }
      const found = await forJob(
        inThread('track', { path, wish, mostFixes: room, dataDir }, watch, async next => {
          for (;;) {
            const { done, value } = await next()
            if (done) return value
            await writeBlocks(db, trackId, value, hold)
            if (Number.isNaN(span.firstMs)) span.firstMs = value[0]?.firstMs ?? Number.NaN
            span.lastMs = value.at(-1)?.lastMs ?? span.lastMs
          }
        })
      )
      await heldEdits(projectEdits(db, events), hold)(sight, async ({ transaction, at }) => {
        if ((await roomForFixes(transaction, sight.projectId)) < found.fixCount)
          throw new HopelessJob('Another track was read in the meantime. Together they exceed the project’s limit on position fixes')
        await transaction
          .updateTable('nav_track')
          // The revision counts only edits by people, so that an edit begun in the meantime remains valid.
          .set({
            state: 'ready',
            failure: null,
            format: found.format,
            report: JSON.stringify(found.report),
            fix_count: found.fixCount,
            first_at: timestamp(span.firstMs),
            last_at: timestamp(span.lastMs),
            ...found.bounds,
            modified_at: at
          })
          .where('id', '=', trackId)
          .execute()
        await keepLine(transaction, trackId, found.line)
      })
      await files.remove(trackId)
    } catch (error) {
      if (error instanceof HopelessJob) await refuse(trackId, error.message)
      throw error
    } finally {
      events.publish(navigationChanged(sight))
    }
  }

  async function refuse(trackId: string, failure: string): Promise<void> {
    await db.updateTable('nav_track').set({ state: 'failed', failure, modified_at: timestamp() }).where('id', '=', trackId).execute()
    await forgetBlocks(db, trackId)
    await files.remove(trackId)
  }
}

async function writeBlocks(db: Database, trackId: string, blocks: readonly PackedBlock[], hold: JobContext['hold']): Promise<void> {
  if (blocks.length === 0) return
  const rows = blocks.map(({ firstMs, lastMs, fixCount, bytes, west, east, south, north }) => ({
    track_id: trackId,
    first_ms: firstMs,
    last_ms: lastMs,
    fix_count: fixCount,
    ...{ west, east, south, north },
    bytes: Buffer.from(bytes)
  }))
  await db.transaction().execute(async transaction => {
    await hold(transaction)
    for (let at = 0; at < rows.length; at += 50)
      await transaction
        .insertInto('nav_block')
        .values(rows.slice(at, at + 50))
        .execute()
  })
}

const blocksAtOnce = 200

/** Deletes the blocks of a track in batches, so that other requests are served between them. */
export async function forgetBlocks(db: Database, trackId: string): Promise<void> {
  for (;;) {
    const some = db.selectFrom('nav_block').select('first_ms').where('track_id', '=', trackId).orderBy('first_ms').limit(blocksAtOnce)
    const { numDeletedRows } = await db
      .deleteFrom('nav_block')
      .where('track_id', '=', trackId)
      .where('first_ms', 'in', eb => eb.selectFrom(some.as('some')).select('first_ms'))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
  }
}
