import { sql } from 'kysely'
import type { Doubt, DoubtQuery } from '../../../shared/contracts/ai.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { mergedAlternatives } from './alternatives.ts'
import type { StoredNear } from './check-work.ts'
import { isStillDoubted } from './on-image.ts'
import type { OpenRun } from './open-run.ts'
import { rounded } from './write-suggestions.ts'

/**
 * Returns a page of the doubts of a check. Undecided doubts are omitted if the annotation has been relabelled since.
 * @throws InvalidRequest for a cursor from another list
 */
// Long: the columns of one doubt.
export async function doubtPage(db: Database, run: OpenRun, { state = 'waiting', limit = 30, cursor }: DoubtQuery) {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await db
    .selectFrom('ai_suggestion')
    .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
    .innerJoin('annotation', 'annotation.id', 'ai_suggestion.annotation_id')
    .selectAll('ai_suggestion')
    .select(['media.file_name', 'media.width', 'media.height', 'annotation.revision', 'annotation.shape as present_shape'])
    .where('ai_suggestion.run_id', '=', run.runId)
    .where('ai_suggestion.state', '=', state)
    .where('ai_suggestion.checked_label_id', 'is not', null)
    .where('media.removed_at', 'is', null)
    .where('annotation.removed_at', 'is', null)
    .$if(state === 'waiting' || state === 'unsure', query => query.where(isStillDoubted))
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('ai_suggestion.suspicion', 'ai_suggestion.id'), '<', tuple(after?.suspicion ?? 0, after?.id ?? ''))
      )
    )
    .orderBy('ai_suggestion.suspicion', 'desc')
    .orderBy('ai_suggestion.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit).map(row => ({ ...row, similar: JSON.parse(row.near ?? '[]') as StoredNear[] }))
  const near = await annotationsAmong(
    db,
    run,
    shown.flatMap(({ similar }) => similar.map(({ annotationId }) => annotationId))
  )
  const alternatives = shown.map((row): Doubt['alternatives'] => JSON.parse(row.alternatives))
  const current = await currentLabels(
    db,
    run.projectId,
    shown.flatMap((row, at) =>
      [row.checked_label_id ?? [], row.given_label_id ?? [], (alternatives[at] ?? []).map(({ labelId }) => labelId)].flat()
    )
  )
  const items = shown.map(
    (row, at): Doubt => ({
      id: row.id,
      mediaId: row.media_id,
      fileName: row.file_name,
      mediaWidth: row.width,
      mediaHeight: row.height,
      annotationId: row.annotation_id ?? '',
      revision: row.revision,
      shape: JSON.parse(row.present_shape ?? row.shape),
      labelId: current.get(row.checked_label_id ?? '') ?? row.checked_label_id ?? '',
      probability: rounded(Math.max(0, row.probability - (row.suspicion ?? 0))),
      suspicion: row.suspicion ?? 0,
      alternatives: mergedAlternatives(alternatives[at] ?? [], current),
      near: row.similar.flatMap(({ annotationId, similarity }) => {
        const other = near.get(annotationId)
        return other ? [{ annotationId, similarity, revision: other.revision, labelId: other.label_id }] : []
      }),
      state: row.state,
      givenLabelId: current.get(row.given_label_id ?? '') ?? row.given_label_id
    })
  )
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? `${last.suspicion} ${last.id}` : null }
}

/** Reads the annotations with the given ids that the viewer may see. */
async function annotationsAmong(db: Database, scope: Sight, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; revision: number; label_id: string | null }>`
    select annotation.id, annotation.revision, annotation.label_id from annotation join media on media.id = annotation.media_id
    where annotation.id in (select item.value ->> 'id' from ${jsonItems(
      db,
      ids.map(id => ({ id }))
    )})
      and annotation.project_id = ${scope.projectId} and annotation.removed_at is null and media.removed_at is null and ${shownTo(scope)}`.execute(
    db
  )
  return new Map(rows.map(row => [row.id, row]))
}

function readCursor(cursor: string): { suspicion: number; id: string } {
  const [suspicion = '', id = ''] = cursor.split(' ')
  if (!id || !Number.isFinite(Number(suspicion))) throw new InvalidRequest([{ path: '/cursor', message: 'belongs to another list' }], 400)
  return { suspicion: Number(suspicion), id }
}
