import { type RawBuilder, sql } from 'kysely'
import type { SimilarCrop, SimilarPage, SimilarQuery } from '../../../shared/contracts/ai.ts'
import { NotFound } from '../../lib/errors.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { NothingToCompare } from './errors.ts'
import type { Features } from './features-of-image.ts'
import { croppedKinds, geometryHash } from './geometry.ts'
import type { KeptVectors } from './kept-vectors.ts'
import { usable } from './labelled.ts'
import { halvesOf } from './learning/features.ts'
import { cosines, largest, unitOf } from './learning/similar.ts'

/** Reference crop of a similarity search. */
export interface Example extends Pick<Features, 'set' | 'columns'> {
  crop: SimilarCrop
  /** Half-precision vector, as bytes; null if it has not been prepared. */
  vector: Uint8Array | null
}

const rowsAtOnce = 500

/**
 * Finds the annotations of a project whose crops are most similar to an example. Crops hidden from the viewer are skipped while ranking,
 * so that the page still fills up.
 */
export async function similarTo(
  db: Database,
  vectors: KeptVectors,
  sight: Sight,
  example: Example,
  { show = 'all', limit = 60 }: SimilarQuery
): Promise<SimilarPage> {
  const { units, annotations, missing } = await vectors.of(db, sight.projectId, example)
  const searched = annotations.length
  const page: SimilarPage = { example: example.crop, items: [], searched, missing, isExamplePrepared: example.vector !== null }
  if (searched === 0 || example.vector === null) return page
  const unit = unitOf(units, Float32Array.from(halvesOf(example.vector)))
  const scores = cosines(units, unit)
  const { items } = page
  const isWanted = wantedBy(show, example.crop)
  for (let count = rowsAtOnce, from = 0; items.length < limit && from < searched; from = count, count *= 4) {
    const ranked = largest(scores, count).slice(from)
    for (let start = 0; start < ranked.length && items.length < limit; start += rowsAtOnce) {
      const some = ranked.slice(start, start + rowsAtOnce)
      const shown = await shownAmong(
        db,
        sight,
        some.map(({ row }) => annotations[row]?.id ?? ''),
        isWanted
      )
      for (const { row, similarity } of some) {
        const { id, hash } = annotations[row] ?? { id: '', hash: '' }
        const found = shown.get(id)
        if (!found || id === example.crop.id || geometryHash(found.shape) !== hash || items.length === limit) continue
        items.push({ ...toCrop(found), similarity: Math.round(similarity * 1e4) / 1e4 })
      }
    }
  }
  return page
}

interface ShownRow {
  id: string
  media_id: string
  file_name: string
  width: number
  height: number
  revision: number
  label_id: string | null
  shape: string
}

/** Reads the annotations with the given ids that the viewer may see and that meet a condition. */
async function shownAmong(
  db: Database,
  sight: Sight,
  ids: readonly string[],
  isWanted: RawBuilder<boolean>
): Promise<Map<string, ShownRow>> {
  const wanted = jsonItems(
    db,
    ids.map(id => ({ id }))
  )
  const { rows } = await sql<ShownRow>`
    select annotation.id, annotation.media_id, media.file_name, media.width, media.height, annotation.revision, annotation.label_id, annotation.shape
    from annotation join media on media.id = annotation.media_id
    where annotation.id in (select item.value ->> 'id' from ${wanted}) and ${isWanted} and ${await usable(db, sight)}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** SQL condition on `annotation`: the annotation matches the filter of the search. */
function wantedBy(show: NonNullable<SimilarQuery['show']>, { labelId }: SimilarCrop): RawBuilder<boolean> {
  if (show === 'unlabelled') return sql`annotation.label_id is null`
  return show === 'otherLabels' ? sql`annotation.label_id is distinct from ${labelId}` : sql`1 = 1`
}

const toCrop = (row: ShownRow): SimilarCrop => ({
  id: row.id,
  mediaId: row.media_id,
  fileName: row.file_name,
  mediaWidth: row.width,
  mediaHeight: row.height,
  revision: row.revision,
  labelId: row.label_id,
  shape: JSON.parse(row.shape)
})

/** Reads the crop of an annotation. Null if the annotation has no crop, or if the viewer may not see it. */
export async function cropShown(db: Database, sight: Sight, annotationId: string): Promise<SimilarCrop | null> {
  const row = (await shownAmong(db, sight, [annotationId], sql`1 = 1`)).get(annotationId)
  return row ? toCrop(row) : null
}

/** Reads the id of the project of an annotation. @throws NotFound */
export async function projectOfAnnotation(db: Database, annotationId: string): Promise<string> {
  const row = await db.selectFrom('annotation').select('project_id').where('id', '=', annotationId).executeTakeFirst()
  if (!row) throw new NotFound('The annotation')
  return row.project_id
}

/** Returns the error for an annotation without a crop. The annotation is neither a point nor an area, or is hidden from the viewer. */
export async function uncropped(db: Database, sight: Sight, annotationId: string): Promise<Error> {
  const row = await db
    .selectFrom('annotation')
    .select('id')
    .where('id', '=', annotationId)
    .where('shape_kind', 'not in', croppedKinds)
    .where('removed_at', 'is', null)
    .where(shownTo(sight))
    .executeTakeFirst()
  return row ? new NothingToCompare() : new NotFound('The annotation')
}
