import { type SelectQueryBuilder, sql } from 'kysely'
import type { Decision } from '../../../shared/contracts/outside-records.ts'
import { newId } from '../../lib/ids.ts'
import { followRecords } from '../observations/follow-records.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

const states = { accept: 'accepted', reject: 'rejected', ignore: 'ignored', wait: 'waiting' } as const

export type Records = SelectQueryBuilder<Tables, 'scraped_record', Record<never, never>>

export interface DecisionFacts {
  projectId: string
  decision: Decision['decision']
  reason: string | null
  /** User who decides; null for a rule. */
  accountId: string | null
  ruleId: string | null
  /** Whether the decision was made by filter or rule. Such a decision accepts no records with an unknown licence. */
  isBulk: boolean
  at: string
}

export async function countedIn(records: Records): Promise<number> {
  return Number((await records.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
}

/**
 * SQL condition on `scraped_record` that is true when a decision may accept the record. The project must not have published it. A bulk
 * decision also requires a known licence.
 */
export const acceptable = (isBulk: boolean) =>
  isBulk
    ? sql<boolean>`(${notOwn} and exists (
        select 1 from outside_dataset where outside_dataset.id = scraped_record.dataset_id and outside_dataset.licence is not null))`
    : notOwn

const notOwn = sql<boolean>`(scraped_record.match_kind is null or scraped_record.match_kind <> 'own')`

/**
 * Applies a decision to the records that do not have its state yet, and stores their previous states. Observations are updated accordingly.
 * @returns id of the decision, and counts
 */
// Long: the statements of one edit.
export async function writeDecision(
  transaction: Database,
  matching: Records,
  { projectId, decision, reason, accountId, ruleId, isBulk, at }: DecisionFacts
): Promise<{ id: string; count: number; leftOut: number; keptCount: number }> {
  const id = newId()
  const state = states[decision]
  const chosen = matching.where('scraped_record.state', '!=', state)
  const taken = decision === 'accept' ? chosen.where(acceptable(isBulk)) : chosen
  const all = await countedIn(chosen)
  const count = await countedIn(taken)
  const judged = { id, project_id: projectId, decision, reason, count, left_out: all - count, rule_id: ruleId }
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
  const { numUpdatedRows } = await transaction
    .updateTable('scraped_record')
    .set({ state, decision_id: id, reason, ...by })
    .where('state', '!=', state)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('record_decision_item as item')
          .select('item.record_id')
          .where('item.decision_id', '=', id)
          .whereRef('item.record_id', '=', 'scraped_record.id')
          .whereRef('item.state', '=', 'scraped_record.state')
          // Another decision may have been written in the meantime.
          .where(sql<boolean>`item.earlier_decision_id is not distinct from scraped_record.decision_id`)
      )
    )
    .executeTakeFirstOrThrow()
  const written = Number(numUpdatedRows)
  if (written < count) await forgetOthers(transaction, id, written)
  const keptCount = await followRecords(transaction, { decisionId: id, accountId, at })
  return { id, count: written, leftOut: all - count, keptCount }
}

/** Removes from a decision the records that another decision has changed in the meantime. */
async function forgetOthers(transaction: Database, id: string, written: number): Promise<void> {
  await transaction.updateTable('record_decision').set({ count: written }).where('id', '=', id).execute()
  await transaction
    .deleteFrom('record_decision_item')
    .where('decision_id', '=', id)
    .where('record_id', 'not in', query => query.selectFrom('scraped_record').select('id').where('decision_id', '=', id))
    .execute()
}
