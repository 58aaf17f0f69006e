import { sql } from 'kysely'
import type { PastDecision } from '../../../shared/contracts/inbox-rules.ts'
import type { Decision, DecisionDraft } from '../../../shared/contracts/outside-records.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { followRecords } from '../observations/follow-records.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import { nameFor } from '../projects/name-for.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { DecisionTooOld, DecisionUndone, RecordsChanged } from './errors.ts'
import { filtered } from './records.ts'
import { conditionsAsShown } from './shown-columns.ts'
import type { RecordDecisionTable } from './tables.ts'
import { countedIn, writeDecision } from './write-decision.ts'

const dayMs = 86_400_000

/** Decisions on records. Each is one transaction, and stores the previous states so that it can be undone. */
// Long: the statements of two edits.
export function decisions(db: Database, editProject: EditProject) {
  /** @throws NotFound */
  async function row(id: string, from: Database = db): Promise<RecordDecisionTable> {
    const found = await from.selectFrom('record_decision').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The decision')
    return found
  }

  return {
    row,

    /**
     * Applies a decision to records of one project. A decision by filter matches the records that the user sees with that filter. Such a decision
     * accepts no record with an unknown licence. Records that the project itself published are never accepted.
     * @throws RecordsChanged when the number of matching records differs from the expected number
     */
    async decide(scope: Scope, draft: DecisionDraft): Promise<Decision> {
      const { projectId, accountId } = scope
      const { decision, reason = null } = draft
      const isBulk = 'filter' in draft
      const { id, keptCount } = await editProject(scope, async ({ transaction, at, publish }) => {
        const filter = isBulk ? await conditionsAsShown(transaction, scope, { ...draft.filter, projectId }) : { projectId }
        const matching = filtered(transaction.selectFrom('scraped_record'), filter)
        const expected = isBulk ? draft.expected : undefined
        if (expected !== undefined && (await countedIn(matching)) !== expected) throw new RecordsChanged()
        const ids = isBulk ? [] : draft.ids.map(id => ({ id }))
        const chosen = isBulk
          ? matching
          : matching.where('scraped_record.id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, ids)})`)
        const facts = { projectId, decision, reason, accountId, ruleId: null, isBulk, at }
        const { id, count, keptCount } = await writeDecision(transaction, chosen, facts)
        if (count > 0)
          await recordActivity(transaction, { projectId, actorId: accountId, event: 'records.decided', detail: { decision, count } })
        for (const noun of ['outsideRecords', 'observations']) publish({ type: 'changed', noun, projectId })
        return { id, keptCount }
      })
      return { ...toDecision(await row(id)), keptCount }
    },

    /** Restores the previous states of the records, except for records with a newer decision. @throws DecisionUndone @throws DecisionTooOld */
    async undo(scope: Scope, id: string): Promise<Decision> {
      const { projectId, accountId } = scope
      const keptCount = await editProject(scope, async ({ transaction, at, publish }) => {
        const { undone_at: undoneAt, decided_at: decidedAt } = await row(id, transaction)
        if (undoneAt !== null) throw new DecisionUndone()
        if (Date.parse(decidedAt) < Date.parse(at) - restoreWindowDays * dayMs) throw new DecisionTooOld()
        const { numUpdatedRows } = await transaction
          .updateTable('scraped_record')
          .from('record_decision_item as item')
          .set(({ ref }) => ({
            state: ref('item.state'),
            decision_id: ref('item.earlier_decision_id'),
            decided_by: ref('item.decided_by'),
            decided_at: ref('item.decided_at'),
            reason: ref('item.reason')
          }))
          .whereRef('item.record_id', '=', 'scraped_record.id')
          .where('item.decision_id', '=', id)
          .where('scraped_record.decision_id', '=', id)
          .executeTakeFirstOrThrow()
        await transaction.updateTable('record_decision').set({ undone_at: at }).where('id', '=', id).execute()
        const detail = { count: Number(numUpdatedRows) }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'records.undone', detail })
        for (const noun of ['outsideRecords', 'observations']) publish({ type: 'changed', noun, projectId })
        return followRecords(transaction, { decisionId: id, accountId, at })
      })
      return { ...toDecision(await row(id)), keptCount }
    },

    /** Reads the latest decisions of a project, newest first. */
    async last({ projectId, accountId }: Scope): Promise<PastDecision[]> {
      const rows = await db
        .selectFrom('record_decision')
        .leftJoin('account', 'account.id', 'record_decision.decided_by')
        .selectAll('record_decision')
        .select(nameFor(accountId, 'record_decision.project_id').as('name'))
        .where('record_decision.project_id', '=', projectId)
        .orderBy('record_decision.id', 'desc')
        .limit(100)
        .execute()
      return rows.map(each => ({
        ...toDecision(each),
        decidedBy: each.name,
        ruleId: each.rule_id,
        mayUndo: each.undone_at === null && each.count > 0 && Date.parse(each.decided_at) >= Date.now() - restoreWindowDays * dayMs
      }))
    }
  }
}

const toDecision = (row: RecordDecisionTable): Decision => ({
  id: row.id,
  projectId: row.project_id,
  decision: row.decision,
  count: row.count,
  leftOut: row.left_out,
  reason: row.reason,
  at: row.decided_at,
  undoneAt: row.undone_at
})
