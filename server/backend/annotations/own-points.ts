import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Blind } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { newPoint } from './new-point.ts'

/** Reads the id of a member's blind round that includes an image; null if there is none. */
async function roundOf(db: Database, mediaId: string, { rounds }: Blind): Promise<string | null> {
  const row = await db
    .selectFrom('annotation_session_media')
    .select('session_id')
    .where('media_id', '=', mediaId)
    .where(
      'session_id',
      'in',
      rounds.map(({ id }) => id)
    )
    .orderBy('session_id')
    .limit(1)
    .executeTakeFirst()
  return row?.session_id ?? null
}

/**
 * Gives a blind member unlabelled copies of the sample points of an image, except points already copied. The copies hide other members'
 * labels, and let members label the same point independently.
 */
export async function takeOwnPoints(db: Database, mediaId: string, blind: Blind): Promise<void> {
  const { accountId } = blind
  const roundId = await roundOf(db, mediaId, blind)
  if (roundId === null) return
  const missing = () =>
    db
      .selectFrom('sample_point')
      .innerJoin('sample', 'sample.id', 'sample_point.sample_id')
      .innerJoin('annotation', 'annotation.id', 'sample_point.annotation_id')
      .leftJoin('annotation_session_point as copy', join =>
        join
          .onRef('copy.point_id', '=', 'sample_point.annotation_id')
          .on('copy.session_id', '=', roundId)
          .on('copy.account_id', '=', accountId)
      )
      .select(['annotation.id', 'annotation.shape', 'annotation.project_id'])
      .where('sample.media_id', '=', mediaId)
      .where('annotation.removed_at', 'is', null)
      .where('copy.annotation_id', 'is', null)
      .orderBy('sample_point.position')
  if ((await missing().execute()).length === 0) return
  await db.transaction().execute(async transaction => {
    const at = timestamp()
    await transaction
      .updateTable('media')
      .set(eb => ({ annotation_count: eb.ref('annotation_count') }))
      .where('id', '=', mediaId)
      .execute()
    const points = await transaction.executeQuery(missing()).then(({ rows }) => rows)
    for (let from = 0; from < points.length; from += 200) {
      const batch = points.slice(from, from + 200).map(point => ({ copy: newId(), ...point }))
      await transaction
        .insertInto('annotation')
        .values(
          batch.map(point => ({
            ...newPoint({ id: point.copy, projectId: point.project_id, mediaId, accountId, at }),
            shape: point.shape
          }))
        )
        .execute()
      await transaction
        .insertInto('annotation_session_point')
        .values(batch.map(({ id, copy }) => ({ annotation_id: copy, session_id: roundId, account_id: accountId, point_id: id })))
        .execute()
    }
    await transaction
      .updateTable('media')
      .set(eb => ({ annotation_count: eb('annotation_count', '+', points.length) }))
      .where('id', '=', mediaId)
      .execute()
  })
}

/** Reads the ids of a blind member's sample-point copies, by the id of the original point. Null if the image is in none of the member's rounds. */
export async function ownPoints(db: Database, mediaId: string, blind: Blind): Promise<Map<string, string> | null> {
  const { accountId } = blind
  const roundId = await roundOf(db, mediaId, blind)
  if (roundId === null) return null
  const copies = await db
    .selectFrom('annotation_session_point')
    .innerJoin('sample_point', 'sample_point.annotation_id', 'annotation_session_point.point_id')
    .innerJoin('sample', 'sample.id', 'sample_point.sample_id')
    .select(['annotation_session_point.annotation_id', 'annotation_session_point.point_id'])
    .where('sample.media_id', '=', mediaId)
    .where('annotation_session_point.session_id', '=', roundId)
    .where('annotation_session_point.account_id', '=', accountId)
    .execute()
  return new Map(copies.map(row => [row.point_id, row.annotation_id]))
}
