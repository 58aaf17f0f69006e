import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Mark } from '../../../../shared/statistics/agreement/group-marks.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import { type AnnotationState, stateOf } from '../rows.ts'
import type { AnnotationTable } from '../tables.ts'
import type { RoundRow } from './round-row.ts'

export interface RoundMark extends Mark {
  accountId: string
  labelId: string | null
  /** Row of the annotation in its current state, which may be later than that of the other fields. */
  row: Selectable<AnnotationTable>
}

export interface RoundImage {
  id: string
  /** Members who annotated the image during the round, or set it to done or reviewed. */
  looked: Set<string>
  marks: RoundMark[]
}

const imagesAtOnce = 200
const annotationsAtOnce = 5_000

/** Category of annotations without a label. Ids are never empty, so this category is unique. */
export const unnamed = ''

/**
 * Yields the images of a round in pages, with the annotations that members made during the round. Annotations have their state at `asOf`. The
 * pages are limited by the number of their annotations. Unlabelled copies of sample points are left out.
 */
export async function* imagesOf(
  db: Database,
  round: RoundRow,
  asOf: string,
  signal: AbortSignal
): AsyncGenerator<RoundImage[], void, undefined> {
  for (let last = ''; ; ) {
    signal.throwIfAborted()
    const candidates = await db
      .selectFrom('annotation_session_media')
      .innerJoin('media', 'media.id', 'annotation_session_media.media_id')
      .select(['media.id', 'media.annotation_count', 'media.removed_at'])
      .where('session_id', '=', round.id)
      .where('media.id', '>', last)
      .orderBy('media.id')
      .limit(imagesAtOnce)
      .execute()
    if (candidates.length === 0) return
    let sum = 0
    const some = candidates.filter((image, at) => {
      sum += image.annotation_count
      return at === 0 || sum <= annotationsAtOnce
    })
    last = some.at(-1)?.id ?? last
    const kept = some.filter(image => image.removed_at === null).map(({ id }) => id)
    if (kept.length > 0) yield await pageOf(db, round, asOf, kept)
    await nextTurn()
  }
}

async function pageOf(db: Database, round: RoundRow, asOf: string, mediaIds: string[]): Promise<RoundImage[]> {
  const ofImages = sql<string>`(select item.value ->> 'id' from ${jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )})`
  const members = db.selectFrom('annotation_session_member').select('account_id').where('session_id', '=', round.id)
  const rows = await db
    .selectFrom('annotation')
    .leftJoin('annotation_session_point as copy', 'copy.annotation_id', 'annotation.id')
    .leftJoin('sample_point', 'sample_point.annotation_id', 'annotation.id')
    .selectAll('annotation')
    .select('copy.point_id')
    .where('annotation.media_id', 'in', ofImages)
    .where('annotation.created_by', 'in', members)
    .where('annotation.created_at', '>=', round.starts_at)
    .where('annotation.created_at', '<', asOf)
    .where('sample_point.annotation_id', 'is', null)
    .orderBy('annotation.id')
    .execute()
  const earlier = await statesAt(
    db,
    asOf,
    rows.filter(row => row.modified_at >= asOf)
  )
  const images = new Map(mediaIds.map(id => [id, { id, looked: new Set<string>(), marks: [] as RoundMark[] }]))
  for (const { point_id: pointId, ...row } of rows) {
    const image = images.get(row.media_id)
    const state = row.modified_at >= asOf ? earlier.get(row.id) : stateOf(row)
    if (!image || !state || state.removed || row.created_by === null || (pointId !== null && state.labelId === null)) continue
    const { shape, labelId } = state
    image.looked.add(row.created_by)
    image.marks.push({ accountId: row.created_by, labelId, row, shape, pointId, category: labelId ?? unnamed })
  }
  const done = await db
    .selectFrom('media_work')
    .select(['media_id', 'account_id'])
    .where('media_id', 'in', ofImages)
    .where('account_id', 'in', members)
    .where('state', 'in', ['done', 'reviewed'])
    .where(({ and, eb, or }) => or((['done_at', 'at'] as const).map(time => and([eb(time, '>=', round.starts_at), eb(time, '<', asOf)]))))
    .execute()
  for (const row of done) images.get(row.media_id)?.looked.add(row.account_id)
  return [...images.values()]
}

/** States of annotations just before a time, from their history. */
async function statesAt(db: Database, asOf: string, rows: { id: string }[]): Promise<Map<string, AnnotationState>> {
  if (rows.length === 0) return new Map()
  const wanted = jsonItems(
    db,
    rows.map(({ id }) => ({ id }))
  )
  const versions = await db
    .selectFrom('annotation_version')
    .select(['annotation_id', 'state'])
    .where('annotation_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .where('at', '<', asOf)
    .orderBy('annotation_id')
    .orderBy('revision')
    .execute()
  return new Map(versions.map(version => [version.annotation_id, JSON.parse(version.state) as AnnotationState]))
}
