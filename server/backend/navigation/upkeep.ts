import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import { fixesOfTrack } from './fixes-of-track.ts'
import { LineMaker } from './line-maker.ts'
import { forgetBlocks } from './read-job.ts'
import { trackFiles } from './track-files.ts'
import { keepLine } from './track-lines.ts'

const dayMs = 86_400_000

/** Deletes tracks removed at least 30 days ago, placements that can no longer be undone, and unneeded files. */
export async function forgetNavigation(db: Database, dataDir: string, nowMs = Date.now()): Promise<void> {
  const monthAgo = timestamp(nowMs - restoreWindowDays * dayMs)
  await db.deleteFrom('nav_placement').where('created_at', '<=', monthAgo).execute()
  for (const { id } of await db.selectFrom('nav_track').select('id').where('removed_at', '<=', monthAgo).execute()) {
    await forgetBlocks(db, id)
    await db.deleteFrom('nav_track').where('id', '=', id).execute()
  }
  const awaited = await db.selectFrom('nav_track').select('id').where('state', '=', 'reading').execute()
  const ids = new Set(awaited.map(({ id }) => id))
  await trackFiles(dataDir).removeOthers(id => ids.has(id))
}

/** Creates the lines of tracks that were read before lines were stored. */
export async function drawMissingLines(db: Database): Promise<void> {
  const tracks = await db
    .selectFrom('nav_track')
    .select('id')
    .where('state', '=', 'ready')
    .where('id', 'not in', query => query.selectFrom('nav_line').select('track_id'))
    .execute()
  for (const { id } of tracks) {
    const line = new LineMaker()
    for await (const fixes of (await fixesOfTrack(db, id)).between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))
      for (const fix of fixes) line.take(fix)
    await keepLine(db, id, line.end())
  }
}

/** Deletes the fixes of a permanently removed project, in batches. */
export async function forgetNavigationOfProject(db: Database, projectId: string): Promise<void> {
  for (const { id } of await db.selectFrom('nav_track').select('id').where('project_id', '=', projectId).execute())
    await forgetBlocks(db, id)
}
