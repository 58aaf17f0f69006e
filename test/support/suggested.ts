import type { Insertable } from 'kysely'
import { geometryHash } from '../../server/backend/ai/geometry.ts'
import type { AiSuggestionTable } from '../../server/backend/ai/tables.ts'
import type { Database } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'

/** Inserts a finished run of a model without suggestions. @returns its id */
export async function insertRun(db: Database, { projectId, accountId }: { projectId: string; accountId: string }): Promise<string> {
  const at = '2026-06-04T07:12:00.000Z'
  const [versionId, runId] = [newId(), newId()]
  const runs = await db.selectFrom('ai_run').select('id').where('project_id', '=', projectId).execute()
  const number = runs.length + 1
  await db
    .insertInto('ai_model_version')
    .values({
      ...{ id: versionId, project_id: projectId, number, method: 'lda', unit: 'image', label_count: 10, group_count: 2 },
      ...{ classes: '{"learnt":[],"notLearnt":[]}', report: null, feature_set: 'a', seed: 1, snapshot_sha256: 'a', sha256: 'a' },
      fitting: '{"counts":{"training":10,"calibration":0,"test":0},"temperatures":null,"penalty":null}',
      ...{ bytes: Buffer.from('a'), app_version: '0', created_by: accountId, created_at: at }
    })
    .execute()
  await db
    .insertInto('ai_run')
    .values({
      ...{ id: runId, project_id: projectId, number, task: 'label', job_id: 'gone', model_version_id: versionId, images_total: 1 },
      ...{ sentence: null, created_by: accountId, created_at: at, started_at: at, finished_at: at }
    })
    .execute()
  return runId
}

interface Suggested {
  runId: string
  projectId: string
  mediaId: string
  /** Null for a new shape. */
  annotationId: string | null
  shape: Shape
  labelId: string
  probability?: number
  /** Labels after the first. */
  others?: readonly string[]
}

/** Builds a waiting suggestion of a run. @returns its row */
export function suggestionRow({ runId, projectId, mediaId, annotationId, shape, labelId, probability = 0.8, others = [] }: Suggested) {
  const rest = others.map((id, place) => ({ labelId: id, probability: (1 - probability) / 2 ** (place + 1) }))
  return {
    ...{ id: newId(), run_id: runId, project_id: projectId, media_id: mediaId, annotation_id: annotationId },
    ...{ geometry_hash: geometryHash(JSON.stringify(shape)), shape: JSON.stringify(shape), label_id: labelId },
    ...{ probability, bin: Math.min(99, Math.floor(probability * 100)), margin: probability, entropy: 0 },
    alternatives: JSON.stringify([{ labelId, probability }, ...rest]),
    ...{ is_unlike: 0 as const, state: 'waiting' as const },
    ...{ given_label_id: null, decision_id: null, decided_by: null, decided_at: null, made_annotation_id: null }
  } satisfies Insertable<AiSuggestionTable>
}
