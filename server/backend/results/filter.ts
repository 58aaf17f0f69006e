import { type RawBuilder, sql } from 'kysely'
import { type Filter, imageConditions } from '../../../shared/filters.ts'
import { withImagesInAreas } from '../annotations/review/area-filter.ts'
import { annotationMatches } from '../annotations/review/filter-sql.ts'
import { readFilter } from '../annotations/review/read-filter.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems, manyRows } from '../storage/json-items.ts'

/** Filter on annotations and images, at the precision with which the viewer may see places. */
export interface AnnotatedFilter {
  all: Filter
  /** Conditions on images only; empty if they select every image. */
  ofImages: Filter
}

/** Reads the filter of results. @throws InvalidRequest for an invalid filter @throws WorkingBlind for an import in a blind member's filter */
export async function resultsFilter(db: Database, sight: Sight, text: string | undefined): Promise<Filter> {
  return readFilter(db, sight, text, { path: '/filter', statusCode: 400 })
}

/** Reads the filter of results for annotations and images. @throws as {@link resultsFilter} */
export async function annotatedFilter(db: Database, sight: Sight, text: string | undefined): Promise<AnnotatedFilter> {
  const all = await withImagesInAreas(db, sight, await resultsFilter(db, sight, text))
  return { all, ofImages: imageConditions(all) }
}

/**
 * SQL condition on `annotation` that is true for the annotations that match a filter. Individuals from rounds match by their consensus label, as on
 * the map.
 * @param renamed annotations whose label is replaced by the consensus label
 */
export async function annotationChosen(
  db: Database,
  sight: Sight,
  filter: Filter,
  renamed: readonly { id: string; labelId: string | null }[]
): Promise<RawBuilder<boolean>> {
  const matches = sql<boolean>`exists (
    select 1 from media where media.id = annotation.media_id and ${annotationMatches(db, sight, filter)})`
  if (renamed.length === 0) return matches
  const { rows } = await sql<{ id: string }>`
    with consensus as materialized (
      select item.value ->> 'id' as id, item.value ->> 'labelId' as label_id from ${jsonItems(db, [...renamed])} ${manyRows}
    )
    select annotation.id from consensus join annotation on annotation.id = consensus.id join media on media.id = annotation.media_id
    where ${annotationMatches(db, sight, filter, sql.ref('consensus.label_id'))}`.execute(db)
  const among = (list: readonly { id: string }[]) =>
    sql`annotation.id in ${amongIds(
      db,
      list.map(({ id }) => id)
    )}`
  return sql`(case when ${among(renamed)} then ${among(rows)} else ${matches} end)`
}
