import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { jsonItems } from '../storage/json-items.ts'

/** Minimum number of suggestions in an audit, and of answers before it ends. */
export const leastAudited = 30
const auditedShare = 0.05
const batchSize = 2000

/** Size of the sample for a number of accepted suggestions: 5 %, at least 30, at most all. */
export const auditSize = (accepted: number): number => Math.min(accepted, Math.max(leastAudited, Math.ceil(auditedShare * accepted)))

interface Ranked {
  id: string
  labelId: string
  /** SHA-256 of the seed and the id. The order by rank is random but reproducible. */
  rank: string
}

const byRank = (one: Ranked, other: Ranked) => (one.rank < other.rank ? -1 : 1)

/** Draws and stores the sample for the blind audit of a complete acceptance. An acceptance of nothing has no audit. */
export async function drawAudit(transaction: Transaction, decisionId: string, at: string): Promise<void> {
  const seed = randomInt(2 ** 32)
  const accepted = transaction
    .selectFrom('ai_decision_item')
    .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_decision_item.suggestion_id')
    .where('ai_decision_item.decision_id', '=', decisionId)
    .where('ai_suggestion.decision_id', '=', decisionId)
    .where('ai_suggestion.state', '=', 'accepted')
  const { count } = await accepted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const total = Number(count)
  if (total === 0) return
  const size = auditSize(total)
  let drawn: Ranked[] = []
  for (let last = '', isLast = false; !isLast; ) {
    const rows = await accepted
      .select(['ai_suggestion.id', 'ai_suggestion.label_id'])
      .where('ai_decision_item.suggestion_id', '>', last)
      .orderBy('ai_decision_item.suggestion_id')
      .limit(batchSize)
      .execute()
    const ranked = rows.map(({ id, label_id: labelId }) => ({ id, labelId, rank: rankOf(seed, id) }))
    drawn = [...drawn, ...ranked].sort(byRank).slice(0, size)
    last = rows.at(-1)?.id ?? last
    isLast = rows.length < batchSize
  }
  await transaction
    .insertInto('ai_audit')
    .values({
      ...{ decision_id: decisionId, seed, accepted: total, size, state: 'open', drawn_at: at },
      ...{ ended_by: null, ended_at: null, outcome: null }
    })
    .execute()
  const items = drawn.map(({ id, labelId }, place) => ({ id: newId(), suggestion: id, labelId, place }))
  for (let from = 0; from < items.length; from += batchSize)
    await sql`
      insert into ai_audit_item (id, decision_id, suggestion_id, place, accepted_label_id)
      select item.value ->> 'id', ${decisionId}, item.value ->> 'suggestion', cast(item.value ->> 'place' as integer), item.value ->> 'labelId'
      from ${jsonItems(transaction, items.slice(from, from + batchSize))}`.execute(transaction)
}

/** Rank of a suggestion in the random order of a seed, as hexadecimal digits. */
export const rankOf = (seed: number, suggestionId: string): string => createHash('sha256').update(`${seed} ${suggestionId}`).digest('hex')

/** Closes the open audit of an acceptance that is undone. An audit that has ended keeps its result. */
export const closeAudit = (transaction: Transaction, decisionId: string) =>
  transaction.updateTable('ai_audit').set({ state: 'closed' }).where('decision_id', '=', decisionId).where('state', '=', 'open').execute()
