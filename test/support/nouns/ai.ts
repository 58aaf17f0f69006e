import { newId } from '../../../server/lib/ids.ts'
import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ storage: { db }, owner, projectId, mediaId }) {
    const at = '2026-06-04T07:12:00.000Z'
    const { id: labelId } = (await owner.post(`/projects/${projectId}/labels`, { name: 'Suggested' })).json<{ id: string }>()
    const [modelVersionId, aiRunId, suggestionId, suggestionDecisionId] = [newId(), newId(), newId(), newId()]
    await db
      .insertInto('ai_model_version')
      .values({
        ...{ id: modelVersionId, project_id: projectId, number: 1, method: 'lda', unit: 'image', label_count: 10, group_count: 2 },
        ...{ classes: '{"learnt":[],"notLearnt":[]}', report: null, feature_set: 'a', seed: 1, snapshot_sha256: 'a', sha256: 'a' },
        fitting: '{"counts":{"training":10,"calibration":0,"test":0},"temperatures":null,"penalty":null}',
        ...{ bytes: Buffer.from('a'), app_version: '0', created_by: owner.id, created_at: at }
      })
      .execute()
    await db
      .insertInto('ai_run')
      .values({
        ...{
          id: aiRunId,
          project_id: projectId,
          number: 1,
          task: 'label',
          job_id: 'gone',
          model_version_id: modelVersionId,
          images_total: 1
        },
        ...{ sentence: null, created_by: owner.id, created_at: at, started_at: at, finished_at: at }
      })
      .execute()
    await db
      .insertInto('ai_suggestion')
      .values({
        ...{ id: suggestionId, run_id: aiRunId, project_id: projectId, media_id: mediaId, annotation_id: null, geometry_hash: 'a' },
        ...{ shape: '{"kind":"point","x":0,"y":0}', label_id: labelId, probability: 1, bin: 99, margin: 1, entropy: 0, alternatives: '[]' },
        ...{ is_unlike: 0, state: 'waiting', given_label_id: null, decision_id: null, decided_by: null, decided_at: null },
        made_annotation_id: null
      })
      .execute()
    await db
      .insertInto('ai_decision')
      .values({
        ...{
          id: suggestionDecisionId,
          project_id: projectId,
          run_id: aiRunId,
          decision: 'unsure',
          label_id: null,
          is_bulk: 0,
          least: null
        },
        ...{ count: 0, left_out: 0, restored: 0, decided_by: owner.id, decided_at: at, undone_by: null, undone_at: null }
      })
      .execute()
    const uploadedModelId = newId()
    await db
      .insertInto('ai_uploaded_model')
      .values({
        ...{ id: uploadedModelId, project_id: projectId, sha256: 'e'.repeat(64), file_name: 'net.onnx', size_bytes: 10 },
        ...{ state: 'needs_manifest', manifest: null, manifest_sha256: null, name: null, version: null, dry_run: null, job_id: null },
        inspection: JSON.stringify({
          ...{ irVersion: 8, opset: 17, producer: '', nodeCount: 1, weightCount: 1, metadata: {}, warnings: [] },
          input: { name: 'x', dtype: 'float32', shape: [1, 3, 64, 64] },
          outputs: [{ name: 'y', dtype: 'float32', shape: [1, 1, 64, 64] }]
        }),
        ...{ licence_read_by: null, licence_read_at: null, created_by: owner.id, created_at: at }
      })
      .execute()
    await db
      .insertInto('ai_acceptance')
      .values({
        ...{ decision_id: suggestionDecisionId, run_id: aiRunId, label_ids: null, model_version_id: modelVersionId, expected: 0 },
        ...{ probes_judged: 0, probes_wrong: 0, error_low: null, error_high: null, state: 'done', position: null, job_id: null },
        finished_at: at
      })
      .execute()
    const auditItemId = newId()
    await db
      .insertInto('ai_audit')
      .values({
        ...{ decision_id: suggestionDecisionId, seed: 1, accepted: 1, size: 1, state: 'open', drawn_at: at, ended_by: null, ended_at: null }
      })
      .execute()
    await db
      .insertInto('ai_audit_item')
      .values({
        ...{ id: auditItemId, decision_id: suggestionDecisionId, suggestion_id: suggestionId, place: 0, accepted_label_id: labelId },
        ...{ label_id: null, answered_by: null, answered_at: null, is_wrong: null, relabelled_at: null }
      })
      .execute()
    const bulkAcceptanceId = suggestionDecisionId
    return { uploadedModelId, modelVersionId, aiRunId, suggestionId, suggestionDecisionId, bulkAcceptanceId, auditItemId }
  },
  isInBlindWorlds: true,
  reads: {
    'GET /ai/runs/:aiRunId/doubts': [''],
    'GET /ai/runs/:aiRunId/probes': [''],
    'GET /ai/runs/:aiRunId/failed-images': [''],
    'GET /ai/runs/:aiRunId/acceptances': [''],
    'GET /ai/acceptances/:bulkAcceptanceId': [''],
    'GET /ai/acceptances/:bulkAcceptanceId/audit': [''],
    'GET /ai/acceptances/:bulkAcceptanceId/audit/items': [''],
    'GET /ai/acceptances/:bulkAcceptanceId/audit/differences': ['', '?limit=1'],
    'GET /annotations/:annotationId/similar': [''],
    'GET /projects/:projectId/ai/quality/clusters': [''],
    'GET /projects/:projectId/ai/quality/images': ['', '?show=dark'],
    'GET /ai/runs/:aiRunId/suggestions': ['', '?order=leastSure'],
    'GET /ai/models/:modelVersionId/tested': ['', '?limit=1']
  },
  unmade: {
    'refused to a blind member, as every call of the noun is': [
      'POST /projects/:projectId/ai/runs',
      'POST /ai/models/:modelVersionId/promote',
      'POST /ai/runs/:aiRunId/decisions',
      'POST /ai/decisions/:suggestionDecisionId/undo',
      'POST /projects/:projectId/ai/uploaded-models',
      'POST /ai/uploaded-models/:uploadedModelId/dry-run',
      'POST /ai/uploaded-models/:uploadedModelId/license-read',
      'POST /media/:mediaId/ai/outline',
      'PATCH /ai/uploaded-models/:uploadedModelId/labels',
      'POST /ai/uploaded-models/:uploadedModelId/retire',
      'POST /ai/uploaded-models/:uploadedModelId/restore',
      'DELETE /ai/uploaded-models/:uploadedModelId',
      'POST /ai/runs/:aiRunId/mixed-batches',
      'POST /ai/runs/:aiRunId/acceptances',
      'POST /ai/acceptances/:bulkAcceptanceId/undo',
      'POST /ai/acceptances/:bulkAcceptanceId/audit/end',
      'PUT /ai/audit-items/:auditItemId/answer',
      'DELETE /ai/audit-items/:auditItemId/answer',
      'POST /ai/audit-items/:auditItemId/relabel',
      'POST /ai/runs/:aiRunId/failed-images/retry',
      'POST /projects/:projectId/suggestions/edits'
    ]
  }
}
