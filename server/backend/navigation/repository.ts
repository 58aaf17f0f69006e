import { sql } from 'kysely'
import type { Track, TrackEdit } from '../../../shared/contracts/navigation.ts'
import { fixLimit, restoreWindowDays, trackLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, ProjectEdit, Transaction } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { TooManyFixes, TooManyTracks } from './errors.ts'
import { asTrack, type NewTrack, newTrackRow, type TrackRow } from './track-rows.ts'

const dayMs = 86_400_000
const restorableSince = () => timestamp(Date.now() - restoreWindowDays * dayMs)

/** SQL repository of tracks. */
// Long: the queries of one noun.
export function trackRepository(db: Database, editProject: EditProject, jobs: Pick<JobQueue, 'get'>) {
  const select = (from: Database) =>
    from
      .selectFrom('nav_track')
      .leftJoin('account', 'account.id', 'nav_track.created_by')
      .selectAll('nav_track')
      .select(({ fn, selectFrom }) => [
        fn.coalesce('account.name', 'account.email').as('created_by_name'),
        selectFrom('media')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('media.project_id', '=', 'nav_track.project_id')
          .where('media.removed_at', 'is', null)
          .whereRef('media.captured_key', '>=', 'nav_track.first_at')
          .whereRef('media.captured_key', '<=', 'nav_track.last_at')
          .$asScalar()
          .$notNull()
          .as('image_count')
      ])

  /** @throws NotFound */
  async function row(trackId: string, from: Database = db): Promise<TrackRow> {
    const found = await select(from).where('nav_track.id', '=', trackId).where('nav_track.removed_at', 'is', null).executeTakeFirst()
    if (!found) throw new NotFound('The track')
    return found
  }

  async function toTrack(found: TrackRow): Promise<Track> {
    const job = found.state === 'reading' && found.job_id !== null ? await jobs.get(found.job_id) : null
    return asTrack(found, job)
  }

  return {
    row,
    toTrack,
    get: async (trackId: string): Promise<Track> => toTrack(await row(trackId)),

    async list({ projectId }: Sight): Promise<{ tracks: Track[]; fixCount: number; fixLimit: number }> {
      const rows = await select(db)
        .where('nav_track.project_id', '=', projectId)
        .where('nav_track.removed_at', 'is', null)
        .orderBy(sql`coalesce(nav_track.first_at, nav_track.created_at)`)
        .orderBy('nav_track.id')
        .execute()
      const tracks = await Promise.all(rows.map(toTrack))
      return { tracks, fixCount: tracks.reduce((sum, { fixCount }) => sum + fixCount, 0), fixLimit }
    },

    /** Inserts a track whose file has not been read yet. @throws TooManyTracks @throws TooManyFixes */
    async insert({ transaction, at }: ProjectEdit, track: NewTrack): Promise<void> {
      const { count } = await transaction
        .selectFrom('nav_track')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', track.projectId)
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (count >= trackLimit) throw new TooManyTracks()
      if ((await roomForFixes(transaction, track.projectId)) < 1) throw new TooManyFixes()
      await transaction.insertInto('nav_track').values(newTrackRow(track, at)).execute()
      await record(transaction, track, 'navigation.added', track.query.name)
    },

    /** @throws NotFound @throws StaleRevision when the track was edited in the meantime */
    async revise(scope: Scope, trackId: string, { revision, name, platform, source }: TrackEdit): Promise<void> {
      await editProject(scope, async ({ transaction, at, publish }) => {
        publish(navigationChanged(scope))
        const before = await row(trackId, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        await transaction
          .updateTable('nav_track')
          .set({
            ...(name !== undefined && { name: name.trim() }),
            ...(platform !== undefined && { platform: platform?.trim() || null }),
            ...(source !== undefined && { source }),
            modified_at: at,
            revision: revision + 1
          })
          .where('id', '=', trackId)
          .execute()
      })
    },

    /** Marks a track as removed; upkeep deletes it later. @throws NotFound */
    async remove(scope: Scope, trackId: string): Promise<void> {
      await mark(scope, trackId, timestamp(), 'navigation.removed')
    },

    /**
     * Restores a removed track.
     * @throws NotFound when the track is not removed
     * @throws TooManyFixes when its fixes exceed the limit of the project
     */
    async restore(scope: Scope, trackId: string): Promise<void> {
      await mark(scope, trackId, null, 'navigation.restored')
    },

    /** Reads the project of a track that can be restored, for the access check. @throws NotFound */
    async projectOfRemoved(trackId: string): Promise<string> {
      const found = await db
        .selectFrom('nav_track')
        .select('project_id')
        .where('id', '=', trackId)
        .where('removed_at', '>', restorableSince())
        .executeTakeFirst()
      if (!found) throw new NotFound('The track')
      return found.project_id
    }
  }

  async function mark(scope: Scope, trackId: string, removedAt: string | null, event: TrackEvent): Promise<void> {
    await editProject(scope, async ({ transaction, at, publish }) => {
      publish(navigationChanged(scope))
      const found = await transaction
        .updateTable('nav_track')
        .set(({ eb }) => ({ removed_at: removedAt, modified_at: at, revision: eb('revision', '+', 1) }))
        .where('id', '=', trackId)
        .where('removed_at', removedAt === null ? 'is not' : 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (!found) throw new NotFound('The track')
      if (removedAt === null && (await roomForFixes(transaction, scope.projectId)) < 0) throw new TooManyFixes()
      await record(transaction, scope, event, found.name)
    })
  }
}

export const navigationChanged = ({ projectId }: Sight) => ({ type: 'changed', noun: 'navigation', projectId }) as const

/** Reads the number of fixes that may still be added to a project's tracks; negative when the limit is exceeded. */
export async function roomForFixes(db: Database, projectId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('nav_track')
    .select(sql<number>`coalesce(sum(fix_count), 0)`.as('sum'))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return fixLimit - Number(sum)
}

type TrackEvent = `navigation.${'added' | 'removed' | 'restored'}`

const record = (
  transaction: Transaction,
  { projectId, accountId: actorId }: Pick<Scope, 'projectId' | 'accountId'>,
  event: TrackEvent,
  name: string
) => recordActivity(transaction, { projectId, actorId, event, detail: { name } })
