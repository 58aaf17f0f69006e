import type { Suggestion, SuggestionQuery } from '../../../shared/contracts/ai.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { alternativesOf, type Mappings, mappingsAmong, mergedAlternatives } from './alternatives.ts'
import { labelsInRun, storedLabels } from './labels-in-run.ts'
import type { OpenRun } from './open-run.ts'

/** Query for suggestions with the image and annotation columns needed for their cards. */
export const cards = (db: Database) =>
  db
    .selectFrom('ai_suggestion')
    .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
    .leftJoin('annotation', 'annotation.id', 'ai_suggestion.annotation_id')
    .selectAll('ai_suggestion')
    .select(['media.file_name', 'media.width', 'media.height', 'annotation.revision as annotation_revision'])

type CardRow = Awaited<ReturnType<ReturnType<typeof cards>['executeTakeFirstOrThrow']>>

/** Returns the cards of suggestions of one project, with merged labels replaced. */
export async function toCards(db: Database, rows: readonly CardRow[]): Promise<Suggestion[]> {
  const mappings = await mappingsAmong(db, rows)
  const current = await currentLabels(
    db,
    rows[0]?.project_id ?? '',
    rows.flatMap(row => [row.label_id, row.given_label_id ?? [], alternativesOf(row, mappings).map(({ labelId }) => labelId)].flat())
  )
  return rows.map(row => toCard(row, mappings, current))
}

const toCard = (row: CardRow, mappings: Mappings, current: ReadonlyMap<string, string>): Suggestion => ({
  id: row.id,
  mediaId: row.media_id,
  fileName: row.file_name,
  mediaWidth: row.width,
  mediaHeight: row.height,
  annotationId: row.annotation_id,
  annotationRevision: row.annotation_revision,
  shape: JSON.parse(row.shape),
  labelId: current.get(row.label_id) ?? row.label_id,
  labelText: row.label_text,
  probability: row.probability,
  margin: row.margin,
  alternatives: mergedAlternatives(alternativesOf(row, mappings), current),
  isUnlike: row.is_unlike === 1,
  state: row.state,
  givenLabelId: current.get(row.given_label_id ?? '') ?? row.given_label_id
})

/** Queries for suggestions. */
// Long: the queries of one resource.
export function suggestionRepository(db: Database) {
  return {
    /** Reads a suggestion with the image columns needed for its crop. @throws NotFound */
    async crop(suggestionId: string) {
      const row = await db
        .selectFrom('ai_suggestion')
        .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
        .select(['ai_suggestion.shape', 'ai_suggestion.project_id'])
        .select(['media.id', 'media.sha256', 'media.width', 'media.height', 'media.large_sha256', 'media.tiles_sha256'])
        .where('ai_suggestion.id', '=', suggestionId)
        .where('media.removed_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw new NotFound('The suggestion')
      return row
    },

    /** Reads a page of the suggestions of a run. @throws InvalidRequest for a cursor from another list */
    async page(run: OpenRun, { state = 'waiting', labelId, least, order = 'surest', limit = 60, cursor }: SuggestionQuery) {
      const direction = order === 'surest' ? 'desc' : 'asc'
      const after = cursor === undefined ? null : readCursor(cursor)
      const labelIds = labelId === undefined ? [] : storedLabels(await labelsInRun(db, run), [labelId])
      const rows = await cards(db)
        .where('ai_suggestion.run_id', '=', run.runId)
        .where('ai_suggestion.state', '=', state)
        .where('media.removed_at', 'is', null)
        .$if(labelId !== undefined, query => query.where('ai_suggestion.label_id', 'in', labelIds))
        .$if(least !== undefined, query => query.where('ai_suggestion.probability', '>=', least as number))
        .$if(after !== null, query =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('ai_suggestion.probability', 'ai_suggestion.id'),
              direction === 'desc' ? '<' : '>',
              tuple(after?.probability ?? 0, after?.id ?? '')
            )
          )
        )
        .orderBy('ai_suggestion.probability', direction)
        .orderBy('ai_suggestion.id', direction)
        .limit(limit + 1)
        .execute()
      const items = await toCards(db, rows.slice(0, limit))
      const last = items.at(-1)
      return { items, nextCursor: rows.length > limit && last ? `${last.probability} ${last.id}` : null }
    }
  }
}

function readCursor(cursor: string): { probability: number; id: string } {
  const [probability = '', id = ''] = cursor.split(' ')
  if (!id || !Number.isFinite(Number(probability))) throw new InvalidRequest([{ path: '/cursor', message: 'belongs to another list' }], 400)
  return { probability: Number(probability), id }
}
