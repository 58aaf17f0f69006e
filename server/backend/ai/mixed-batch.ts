import { randomInt } from 'node:crypto'
import type { Suggestion } from '../../../shared/contracts/ai.ts'
import type { MixedBatchDraft } from '../../../shared/contracts/bulk-acceptances.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { inScope } from './in-scope.ts'
import { storedScope } from './labels-in-run.ts'
import type { OpenRun } from './open-run.ts'
import { drawProbes } from './probes.ts'
import { cards, toCards } from './suggestion-pages.ts'

const batchSize = 30
/** Maximum number of uncertain suggestions from the same image in a batch. */
const mostOfImage = 3

/**
 * Draws a batch for review: waiting probes plus the least certain other suggestions. The order is shuffled so that reviewers cannot
 * identify the probes.
 */
export async function mixedBatch(
  transaction: Transaction,
  run: OpenRun,
  { sampleSize = 3, ...draft }: MixedBatchDraft,
  at: string
): Promise<Suggestion[]> {
  const { runId } = run
  const scope = await storedScope(transaction, run, draft)
  const probes = await drawProbes(transaction, runId, scope, { count: sampleSize, at })
  const doubtful = await inScope(transaction.selectFrom('ai_suggestion'), runId, scope)
    .select(['ai_suggestion.id', 'ai_suggestion.media_id'])
    .$if(probes.length > 0, query => query.where('ai_suggestion.id', 'not in', probes))
    .orderBy('ai_suggestion.probability')
    .orderBy('ai_suggestion.id')
    .limit(batchSize * 10)
    .execute()
  const ofImage = new Map<string, number>()
  const ids = [...probes]
  for (const { id, media_id: mediaId } of doubtful) {
    const count = ofImage.get(mediaId) ?? 0
    if (ids.length >= batchSize || count >= mostOfImage) continue
    ofImage.set(mediaId, count + 1)
    ids.push(id)
  }
  if (ids.length === 0) return []
  const rows = await cards(transaction).where('ai_suggestion.id', 'in', ids).execute()
  return shuffled(await toCards(transaction, rows))
}

/** Shuffles items in place (Fisher–Yates). */
function shuffled<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[items[last], items[other]] = [items[other] as T, items[last] as T]
  }
  return items
}
