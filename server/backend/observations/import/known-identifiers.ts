import { type RawBuilder, sql } from 'kysely'
import { shownTo } from '../../annotations/rounds/blind.ts'
import type { Sight } from '../../projects/scope.ts'
import { amongValuesOf } from '../../storage/among.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

/** Identifier of percent cover in an archive, with the id of its image. */
const ofCover = /^urn:uuid:([0-9a-f-]{36}):cover:/

/**
 * Reads the identifiers among the given ones that archives of the project already contain. They belong to observations, annotations, or
 * the percent cover of images. An observation adds both its `occurrenceID` and its `urn:uuid`.
 */
export async function knownIdentifiers(db: Database, sight: Sight, given: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(given.map(id => id.normalize('NFC')))]
  if (ids.length === 0) return new Set()
  const covers = ids.flatMap(id => {
    const mediaId = ofCover.exec(id)?.[1]
    return mediaId === undefined ? [] : [{ id, mediaId }]
  })
  const items = jsonItems(
    db,
    ids.map(id => ({ id }))
  )
  const uuids = sql`select substr(item.value ->> 'id', 10) from ${items} where item.value ->> 'id' like 'urn:uuid:%'`
  return new Set([
    ...(await ofObservations(db, sight, sql`select item.value ->> 'id' from ${items}`, uuids)),
    ...(await ofAnnotations(db, sight, uuids)),
    ...(await ofCovers(db, sight, covers))
  ])
}

/** Query of one column. */
type Among = RawBuilder<unknown>

async function ofObservations(db: Database, { projectId }: Sight, ids: Among, uuids: Among): Promise<string[]> {
  const rows = await db
    .selectFrom('observation')
    .select(['id', 'occurrence_id'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(observation.occurrence_id in (${ids}) or observation.id in (${uuids}))`)
    .execute()
  return rows.flatMap(({ id, occurrence_id: other }) => [`urn:uuid:${id}`, ...(other === null ? [] : [other])])
}

async function ofAnnotations(db: Database, sight: Sight, uuids: Among): Promise<string[]> {
  const rows = await db
    .selectFrom('annotation')
    .innerJoin('media', 'media.id', 'annotation.media_id')
    .select('annotation.id')
    .where(amongValuesOf(db, 'annotation.id', uuids))
    .where('annotation.project_id', '=', sight.projectId)
    .where('annotation.removed_at', 'is', null)
    .where('media.removed_at', 'is', null)
    .where(shownTo(sight))
    .execute()
  return rows.map(({ id }) => `urn:uuid:${id}`)
}

async function ofCovers(db: Database, { projectId }: Sight, covers: readonly { id: string; mediaId: string }[]): Promise<string[]> {
  if (covers.length === 0) return []
  const items = jsonItems(
    db,
    [...new Set(covers.map(({ mediaId }) => mediaId))].map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where(amongValuesOf(db, 'media.id', sql`select item.value ->> 'id' from ${items}`))
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  const present = new Set(rows.map(({ id }) => id))
  return covers.flatMap(({ id, mediaId }) => (present.has(mediaId) ? [id] : []))
}
