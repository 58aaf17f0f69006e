import type { ImageSuggestion } from '../../../shared/contracts/image-suggestions.ts'
import { suggestionsOnImage } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { alternativesOf, mappingsAmong, mergedAlternatives } from './alternatives.ts'

const columns = [
  ...(['id', 'project_id', 'run_id', 'media_id', 'annotation_id', 'geometry_hash', 'shape', 'label_id'] as const),
  ...(['model_label_id', 'probability', 'alternatives', 'is_unlike', 'state'] as const)
] as const

/** Query for suggestions, excluding the doubts of label checks. Doubts are decided in the list of their check. */
const selectFrom = (db: Database) => db.selectFrom('ai_suggestion').select(columns).where('checked_label_id', 'is', null)

export type SuggestionOnImage = Awaited<ReturnType<ReturnType<typeof selectFrom>['executeTakeFirstOrThrow']>>

/** Reads the waiting suggestions of an image, most certain first. */
export async function suggestionsOf(
  db: Database,
  sight: FullSight,
  mediaId: string
): Promise<{ items: ImageSuggestion[]; hasMore: boolean }> {
  const rows = await selectFrom(db)
    .where('media_id', '=', mediaId)
    .where('state', '=', 'waiting')
    .orderBy('probability', 'desc')
    .orderBy('id', 'desc')
    .limit(suggestionsOnImage + 1)
    .execute()
  return { items: await inCatalog(db, sight, rows.slice(0, suggestionsOnImage)), hasMore: rows.length > suggestionsOnImage }
}

/** Reads a suggestion. @throws NotFound also when its image is in the bin */
export async function suggestionWith(db: Database, suggestionId: string): Promise<SuggestionOnImage> {
  const row = await selectFrom(db)
    .where('id', '=', suggestionId)
    .where('media_id', 'in', query => query.selectFrom('media').select('id').where('removed_at', 'is', null))
    .executeTakeFirst()
  if (!row) throw new NotFound('The suggestion')
  return row
}

/** Resolves suggestions to the current catalog labels. Suggestions whose label was deleted are omitted. */
export async function inCatalog(db: Database, { projectId }: FullSight, rows: readonly SuggestionOnImage[]): Promise<ImageSuggestion[]> {
  const mappings = await mappingsAmong(db, rows)
  const parsed = rows.map(row => ({ row, alternatives: alternativesOf(row, mappings) }))
  const current = await currentLabels(
    db,
    projectId,
    parsed.flatMap(({ row, alternatives }) => [row.label_id, ...alternatives.map(({ labelId }) => labelId)])
  )
  return parsed.flatMap(({ row, alternatives }): ImageSuggestion[] => {
    const labelId = current.get(row.label_id)
    if (labelId === undefined) return []
    return [
      {
        id: row.id,
        runId: row.run_id,
        mediaId: row.media_id,
        annotationId: row.annotation_id,
        shape: JSON.parse(row.shape),
        labelId,
        probability: row.probability,
        alternatives: mergedAlternatives(
          alternatives.filter(({ labelId: given }) => current.has(given)),
          current
        ),
        isUnlike: row.is_unlike === 1,
        state: row.state
      }
    ]
  })
}
