import type { Selectable } from 'kysely'
import type { SuggestionDecision } from '../../../shared/contracts/ai.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { AiDecisionTable } from './tables.ts'

export type DecisionRow = Selectable<AiDecisionTable>

/** Reads the row of a decision. @throws NotFound */
export async function decisionRow(db: Database, id: string): Promise<DecisionRow> {
  const found = await db.selectFrom('ai_decision').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new NotFound('The decision')
  return found
}

export const toDecision = (row: DecisionRow): SuggestionDecision => ({
  id: row.id,
  decision: row.decision,
  count: row.count,
  leftOut: row.left_out,
  restored: row.restored,
  undoneAt: row.undone_at
})
