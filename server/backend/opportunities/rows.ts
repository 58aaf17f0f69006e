import type { Selectable } from 'kysely'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { OfOthers } from './errors.ts'
import { columnsOf, type Facts, fullFacts } from './facts.ts'
import { writeIndexes } from './indexes.ts'
import { keepVersion } from './keep-version.ts'
import { rescheduleReminders } from './schedule.ts'
import type { OpportunityTable } from './tables.ts'

export type OpportunityRow = Selectable<OpportunityTable>

export const factsOf = ({ facts }: Pick<OpportunityRow, 'facts'>): Facts => fullFacts(JSON.parse(facts) as Partial<Facts>)

const isAuthor = ({ accountId }: Viewer, { author_id: author }: OpportunityRow) => author === accountId

export const mayEdit = (viewer: Viewer, row: OpportunityRow) => viewer.administrator || isAuthor(viewer, row)

/** Whether a viewer may see an opportunity. Only the author can see a draft. Administrators can also see proposed and refused opportunities. */
const isSeen = (viewer: Viewer, row: OpportunityRow) =>
  !viewer.isConfined &&
  (['published', 'withdrawn'].includes(row.state) || isAuthor(viewer, row) || (row.state !== 'draft' && viewer.administrator))

/** @throws NotFound for an opportunity that the viewer may not see */
export async function opportunityRow(viewer: Viewer, id: string, db: Database): Promise<OpportunityRow> {
  const found = await db.selectFrom('opportunity').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || !isSeen(viewer, found)) throw new NotFound('The opportunity')
  return found
}

/** @throws NotFound @throws OfOthers */
export async function ownRow(viewer: Viewer, id: string, db: Database): Promise<OpportunityRow> {
  const found = await opportunityRow(viewer, id, db)
  if (!mayEdit(viewer, found)) throw new OfOthers()
  return found
}

export interface Change {
  /** Revision that the change is based on. */
  revision: number
  facts: Facts
  kind: Opportunity['kind']
  state: Opportunity['state']
  /** Reason that the history shows. */
  reason: string | null
  moderation?: string | null
}

/**
 * Writes a change to an opportunity, and updates its dates and reminders. The previous state goes into the history, unless it was a draft.
 * @throws StaleRevision
 */
export async function writeChange(transaction: Database, viewer: Viewer, before: OpportunityRow, change: Change): Promise<void> {
  const { revision, facts, kind, state, reason, moderation } = change
  const now = timestamp()
  const changed = await transaction
    .updateTable('opportunity')
    .set({
      ...columnsOf(facts, kind),
      ...{ kind, state, modified_at: now, revision: revision + 1 },
      ...(moderation !== undefined && { moderation_reason: moderation, moderated_at: moderation === null ? null : now })
    })
    .where('id', '=', before.id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new StaleRevision()
  // Only the author has seen a draft, so it leaves no history.
  if (before.state !== 'draft') await keepVersion(transaction, before, { accountId: viewer.accountId, reason, at: now })
  await writeIndexes(transaction, before.id, facts, kind)
  await rescheduleReminders(transaction, before.id, state)
}
