import { sql } from 'kysely'
import type { Decision, DecisionDraft } from '../../../shared/contracts/outside-records.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { DecisionTooOld, DecisionUndone, RecordsChanged } from './errors.ts'
import { filtered } from './records.ts'
import type { RecordDecisionTable } from './tables.ts'

const states = { accept: 'accepted', reject: 'rejected', ignore: 'ignored', wait: 'waiting' } as const
const dayMs = 86_400_000

/** Decisions on records. Each is one transaction, which stores the previous states for undoing. */
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
     * Applies a decision to records of one project. A decision by filter accepts no records of unknown licence. Records that the project has
     * published are never accepted.
     * @throws RecordsChanged when another number of records than expected matches the filter
     */
    async decide({ projectId, accountId }: Scope, draft: DecisionDraft): Promise<Decision> {
      const { decision, reason = null } = draft
      const id = newId()
      const state = states[decision]
      await editProject({ projectId }, async ({ transaction, at, publish }) => {
        const matching = filtered(
          transaction.selectFrom('scraped_record'),
          'filter' in draft ? { ...draft.filter, projectId } : { projectId }
        )
        const counted = async (query: typeof matching) =>
          Number((await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
        const expected = 'filter' in draft ? draft.expected : undefined
        if (expected !== undefined && (await counted(matching)) !== expected) throw new RecordsChanged()
        const chosen = matching
          .where('scraped_record.state', '!=', state)
          .$if('ids' in draft, records =>
            records.where(
              'scraped_record.id',
              'in',
              sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, 'ids' in draft ? draft.ids.map(id => ({ id })) : [])})`
            )
          )
        const licensed = sql<boolean>`exists (select 1 from outside_dataset where outside_dataset.id = scraped_record.dataset_id and outside_dataset.licence is not null)`
        const acceptable = chosen
          .where(eb => eb.or([eb('scraped_record.match_kind', 'is', null), eb('scraped_record.match_kind', '!=', 'own')]))
          .$if('filter' in draft, records => records.where(licensed))
        const taken = decision === 'accept' ? acceptable : chosen
        const all = await counted(chosen)
        const count = await counted(taken)
        const judged = { id, project_id: projectId, decision, reason, count, left_out: all - count }
        await transaction
          .insertInto('record_decision')
          .values({ ...judged, decided_by: accountId, decided_at: at, undone_at: null })
          .execute()
        await transaction
          .insertInto('record_decision_item')
          .columns(['decision_id', 'record_id', 'state', 'earlier_decision_id', 'decided_by', 'decided_at', 'reason'])
          .expression(
            taken.select([
              sql<string>`cast(${id} as text)`.as('decision_id'),
              'scraped_record.id',
              'scraped_record.state',
              'scraped_record.decision_id as earlier_decision_id',
              'scraped_record.decided_by',
              'scraped_record.decided_at',
              'scraped_record.reason'
            ])
          )
          .execute()
        const by = state === 'waiting' ? { decided_by: null, decided_at: null } : { decided_by: accountId, decided_at: at }
        await transaction
          .updateTable('scraped_record')
          .set({ state, decision_id: id, reason, ...by })
          .where('id', 'in', query => query.selectFrom('record_decision_item').select('record_id').where('decision_id', '=', id))
          .execute()
        if (count > 0)
          await recordActivity(transaction, { projectId, actorId: accountId, event: 'records.decided', detail: { decision, count } })
        publish({ type: 'changed', noun: 'outsideRecords', projectId })
      })
      return toDecision(await row(id))
    },

    /** Restores the previous state of records, except for those with a newer decision. @throws DecisionUndone @throws DecisionTooOld */
    async undo({ projectId, accountId }: Scope, id: string): Promise<Decision> {
      await editProject({ projectId }, async ({ transaction, at, publish }) => {
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
        publish({ type: 'changed', noun: 'outsideRecords', projectId })
      })
      return toDecision(await row(id))
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
