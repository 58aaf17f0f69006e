import { sql } from 'kysely'
import type { Media, MediaEdit, MediaListQuery } from '../../../shared/contracts/media.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { readFilter } from '../annotations/review/read-filter.ts'
import { recordActivity } from '../projects/activity.ts'
import { excludeEdits } from '../projects/edit-project.ts'
import { countBytesOf, countMedia, forgetCover } from '../projects/media-ledger.ts'
import type { Sight } from '../projects/scope.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { mediaPage } from './list.ts'
import { type NewMedia, newMediaRow } from './new-media.ts'
import { type MediaRow, timeRestsOn, toColumns, toMedia } from './rows.ts'

export type MediaRepository = ReturnType<typeof mediaRepository>

/** Names of the blobs made from a media item. `tilesSha256` is null for a picture without tiles. */
export interface Derivatives {
  largeSha256: string
  tilesSha256: string | null
}

/** Database queries and edits for media. */
// Long: the queries of one noun.
export function mediaRepository(db: Database) {
  async function find(mediaId: string, from: Database = db): Promise<MediaRow | undefined> {
    return from
      .selectFrom('media')
      .leftJoin('account', 'account.id', 'media.added_by')
      .selectAll('media')
      .select(eb => eb.fn.coalesce('account.name', 'account.email').as('added_by_name'))
      .where('media.id', '=', mediaId)
      .where('media.removed_at', 'is', null)
      .executeTakeFirst()
  }

  /** @throws NotFound */
  async function row(mediaId: string, from: Database = db): Promise<MediaRow> {
    const found = await find(mediaId, from)
    if (!found) throw new NotFound('The image')
    return found
  }

  return {
    row,
    find,

    /** @throws InvalidRequest for an invalid filter or cursor */
    async list(sight: Sight, { filter, ...query }: MediaListQuery): Promise<{ items: Media[]; nextCursor: string | null }> {
      const parsed = await readFilter(db, sight, filter, { path: '/filter', statusCode: 400 })
      const { rows, nextCursor } = await mediaPage(db, sight, query, { filter: parsed })
      return { items: rows.map(toMedia), nextCursor }
    },

    /** @returns the id of the new row, or null if the project already has a file with this content */
    async insert(transaction: Database, media: NewMedia): Promise<string | null> {
      const inserted = await transaction
        .insertInto('media')
        .values(newMediaRow(media))
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!inserted) return null
      await countMedia(transaction, media.projectId, { count: 1, bytes: media.sizeBytes })
      await countBytesOf(transaction, media.accountId, media.sizeBytes)
      return inserted.id
    },

    /** Finds the media item of a project with the given content. Null if there is none. */
    async withContent(projectId: string, sha256: string): Promise<{ id: string; fileName: string } | null> {
      const twin = await db
        .selectFrom('media')
        .select(['id', 'file_name'])
        .where('project_id', '=', projectId)
        .where('sha256', '=', sha256)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return twin ? { id: twin.id, fileName: twin.file_name } : null
    },

    async known({ projectId }: Sight, hashes: string[]): Promise<{ sha256: string; mediaId: string; fileName: string }[]> {
      const wanted = jsonItems(
        db,
        hashes.map(sha256 => ({ sha256 }))
      )
      const rows = await db
        .selectFrom('media')
        .select(['id', 'file_name', 'sha256'])
        .where('project_id', '=', projectId)
        .where('removed_at', 'is', null)
        .where('sha256', 'in', sql<string>`(select item.value ->> 'sha256' from ${wanted})`)
        .execute()
      return rows.map(found => ({ sha256: found.sha256, mediaId: found.id, fileName: found.file_name }))
    },

    /**
     * Applies an edit that is based on `revision`.
     * @throws NotFound
     * @throws StaleRevision when the media item was edited in the meantime
     * @throws InvalidRequest when only latitude or longitude would remain
     */
    async revise(actorId: string, mediaId: string, { revision, ...edit }: MediaEdit): Promise<Media> {
      return db.transaction().execute(async transaction => {
        const before = await row(mediaId, transaction)
        const columns = { ...toColumns(edit), ...(edit.eventDate !== undefined && timeRestsOn('person')) }
        const after = { ...before, ...columns }
        if ((after.decimal_latitude === null) !== (after.decimal_longitude === null)) {
          const path = after.decimal_latitude === null ? '/decimalLatitude' : '/decimalLongitude'
          throw new InvalidRequest([{ path, message: 'is missing: a position needs both latitude and longitude' }])
        }
        const { numUpdatedRows } = await transaction
          .updateTable('media')
          .set({ ...columns, revision: revision + 1 })
          .where('id', '=', mediaId)
          .where('revision', '=', revision)
          .where('removed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new StaleRevision(before.revision, revision)
        await recordActivity(transaction, {
          projectId: before.project_id,
          actorId,
          event: 'media.revised',
          detail: { mediaId, fileName: after.file_name }
        })
        return toMedia({ ...after, revision: revision + 1 })
      })
    },

    /** @returns whether the media item was still there */
    async remove(transaction: AnyTransaction, media: MediaRow): Promise<boolean> {
      await excludeEdits(transaction, media.project_id) // edits and imports lock the project before its images
      const removed = await transaction
        .updateTable('media')
        .set(eb => ({ removed_at: timestamp(), revision: eb('revision', '+', 1) }))
        .where('id', '=', media.id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (removed.numUpdatedRows === 0n) return false
      await forgetCover(transaction, media.id)
      await countMedia(transaction, media.project_id, { count: -1, bytes: -media.size_bytes })
      return true
    },

    /** Stores the names of the blobs made from the file. The revision stays the same, because no fact changes. */
    async setDerivatives(mediaId: string, made: Derivatives): Promise<void> {
      await db
        .updateTable('media')
        .set({ state: 'ready', failure: null, large_sha256: made.largeSha256, tiles_sha256: made.tilesSha256 })
        .where('id', '=', mediaId)
        .execute()
    },

    async setFailed(mediaId: string, failure: string): Promise<void> {
      await db.updateTable('media').set({ state: 'failed', failure }).where('id', '=', mediaId).execute()
    }
  }
}
