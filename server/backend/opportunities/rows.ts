import type { Selectable } from 'kysely'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { Merged, OfOthers } from './errors.ts'
import { columnsOf, type Facts, fullFacts } from './facts.ts'
import { writeIndexes } from './indexes.ts'
import { keepVersion } from './keep-version.ts'
import { rescheduleReminders } from './schedule.ts'
import type { OpportunityTable } from './tables.ts'

export type OpportunityRow = Selectable<OpportunityTable>

export const factsOf = ({ facts }: Pick<OpportunityRow, 'facts'>): Facts => fullFacts(JSON.parse(facts) as Partial<Facts>)

type Authored = Pick<OpportunityRow, 'author_id'>

const isAuthor = ({ accountId }: Viewer, { author_id: author }: Authored) => author === accountId

export const mayEdit = (viewer: Viewer, row: Authored) => viewer.administrator || isAuthor(viewer, row)

/**
 * Whether a viewer may see an opportunity. Only the author can see a draft. Administrators can also see proposed, refused and merged opportunities.
 */
const isSeen = (viewer: Viewer, row: OpportunityRow) =>
  !viewer.isConfined &&
  (['published', 'withdrawn'].includes(row.state) || isAuthor(viewer, row) || (row.state !== 'draft' && viewer.administrator))

export const rowOf = (id: string, db: Database): Promise<OpportunityRow | undefined> =>
  db.selectFrom('opportunity').selectAll().where('id', '=', id).executeTakeFirst()

function requireSeen(viewer: Viewer, found: OpportunityRow | undefined): OpportunityRow {
  if (!found || !isSeen(viewer, found)) throw new NotFound('The opportunity')
  return found
}

/**
 * Reads the opportunity at an address; for a merged opportunity, the survivor. `merged_into` always refers to the last survivor of a chain, so one
 * step is enough.
 * @throws NotFound for an opportunity that the viewer may not see
 */
export async function opportunityRow(viewer: Viewer, id: string, db: Database): Promise<OpportunityRow> {
  const found = await rowOf(id, db)
  return requireSeen(viewer, found?.merged_into ? await rowOf(found.merged_into, db) : found)
}

/** Reads an opportunity, including a merged one. @throws NotFound for an opportunity that the viewer may not see */
export async function seenRow(viewer: Viewer, id: string, db: Database): Promise<OpportunityRow> {
  return requireSeen(viewer, await rowOf(id, db))
}

/** Reads an opportunity for an edit. @throws NotFound @throws OfOthers @throws Merged */
export async function ownRow(viewer: Viewer, id: string, db: Database): Promise<OpportunityRow> {
  const found = await seenRow(viewer, id, db)
  if (!mayEdit(viewer, found)) throw new OfOthers()
  if (found.state === 'merged') throw new Merged()
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
  mergedInto?: string | null
}

/**
 * Writes a change to an opportunity, and updates its dates and reminders. The previous state goes into the history, unless it was a draft.
 * @throws StaleRevision
 */
export async function writeChange(transaction: Database, viewer: Viewer, before: OpportunityRow, change: Change): Promise<void> {
  const { revision, facts, kind, state, reason, moderation, mergedInto } = change
  const now = timestamp()
  const changed = await transaction
    .updateTable('opportunity')
    .set({
      ...columnsOf(facts, kind),
      ...{ kind, state, modified_at: now, revision: revision + 1 },
      ...(mergedInto !== undefined && { merged_into: mergedInto, merged_first_into: mergedInto }),
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
