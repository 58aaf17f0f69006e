import type { Test } from 'tap'
import type { Suggestion } from '../../shared/contracts/ai.ts'
import type { BulkAcceptance } from '../../shared/contracts/bulk-acceptances.ts'
import type { BackendOptions } from './backend.ts'
import { blindScene } from './blind-session.ts'
import { insertRun, suggestionRow } from './suggested.ts'

/** Makes a run with suggestions of new points of two labels, the same number at each hundredth from 0.50 to 0.99. */
export async function suggestedRun(t: Test, { count, ...options }: BackendOptions & { count: number }) {
  const base = await blindScene(t, { runJobs: true, images: 12, ...options })
  const { owner, project, mediaIds, storage } = base
  const label = async (name: string) => (await owner.post(`/projects/${project.id}/labels`, { name })).json<{ id: string }>().id
  const labelIds = [await label('Sponge'), await label('Coral')] as const
  const runId = await insertRun(storage.db, { projectId: project.id, accountId: owner.id })
  const rows = Array.from({ length: count }, (_, at) =>
    suggestionRow({
      ...{ runId, projectId: project.id, mediaId: mediaIds[at % mediaIds.length]!, annotationId: null },
      shape: { kind: 'point', x: at % 60, y: Math.floor(at / 60) / 100 },
      ...{ labelId: labelIds[at % 2]!, probability: 0.5 + (at % 50) / 100 + 0.001 }
    })
  )
  for (let from = 0; from < count; from += 200)
    await storage.db
      .insertInto('ai_suggestion')
      .values(rows.slice(from, from + 200))
      .execute()
  const mixed = async (body: object) => (await owner.post(`/ai/runs/${runId}/mixed-batches`, body)).json<{ items: Suggestion[] }>().items
  const decide = (suggestionIds: string[], decision = 'accept') => owner.post(`/ai/runs/${runId}/decisions`, { decision, suggestionIds })
  const accept = (body: object, by = owner) => by.post(`/ai/runs/${runId}/acceptances`, body)
  const listed = async () => (await owner.get(`/ai/runs/${runId}/acceptances`)).json<{ items: BulkAcceptance[] }>().items
  const origins = async () => {
    const made = await storage.db.selectFrom('annotation').select(['origin', 'removed_at', 'suggestion_id']).execute()
    return made.filter(({ removed_at: removed, suggestion_id: id }) => removed === null && id !== null).map(({ origin }) => origin)
  }
  return { ...base, db: storage.db, runId, labelIds, mixed, decide, accept, listed, origins }
}
