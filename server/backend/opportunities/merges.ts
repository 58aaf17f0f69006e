import type { OpportunityMerge } from '../../../shared/contracts/opportunities.ts'
import { StaleRevision } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { checkFacts, fault } from './check-facts.ts'
import { NotMergeable, NotMerged, OfOthers } from './errors.ts'
import type { Facts } from './facts.ts'
import { lockRows } from './locks.ts'
import { countReports } from './open-reports.ts'
import { release } from './release.ts'
import { factsOf, mayEdit, type OpportunityRow, ownRow, rowOf, seenRow, writeChange } from './rows.ts'
import { copySaves, dropCopiedSaves } from './saves-of-merged.ts'

/**
 * Whether an opportunity can stay when it is merged with another. Everyone can see a published opportunity, so the address of the merged opportunity
 * works for everyone.
 */
export const canStay = ({ state }: Pick<OpportunityRow, 'state'>) => state === 'published'

/** Whether an opportunity can be merged into another. Only the author has seen a draft, and a refused opportunity is already hidden. */
export const canLeave = ({ state }: Pick<OpportunityRow, 'state'>) => ['published', 'withdrawn', 'proposed'].includes(state)

/** Merges of opportunities that are the same call. Only people who may edit both can merge or separate them. */
// Long: the edits of one noun.
export function opportunityMerges(db: Database) {
  return {
    /**
     * Merges another opportunity into this one. The chosen fields come from the other opportunity. Saves are copied, so that none is lost in a
     * separation.
     * @throws NotFound @throws OfOthers @throws NotMergeable @throws StaleRevision @throws Merged
     * @throws InvalidRequest if the chosen values contradict each other
     */
    async merge(viewer: Viewer, id: string, { revision, otherId, otherRevision, take, reason }: OpportunityMerge): Promise<void> {
      if (id === otherId) throw fault('/otherId', 'is the opportunity itself')
      await db.transaction().execute(async transaction => {
        // The lock waits for saves and reports that are being stored, so that the merge includes them.
        await lockRows(transaction, [id, otherId])
        const [kept, other] = [await ownRow(viewer, id, transaction), await ownRow(viewer, otherId, transaction)]
        if (!canStay(kept) || !canLeave(other)) throw new NotMergeable()
        const [facts, otherFacts] = [factsOf(kept), factsOf(other)]
        const fields = take.filter(field => field !== 'kind')
        const merged: Facts = { ...facts, ...Object.fromEntries(fields.map(field => [field, otherFacts[field]])) }
        checkFacts(merged)
        const saves = await transaction.selectFrom('opportunity_save').selectAll().where('opportunity_id', '=', otherId).execute()
        const why = reason?.trim() ? `: ${reason.trim()}` : ''
        const kind = take.includes('kind') ? other.kind : kept.kind
        const write = {
          [id]: () =>
            writeChange(transaction, viewer, kept, {
              ...{ revision, facts: merged, kind, state: kept.state, reason: `Merged another opportunity into this one${why}` }
            }),
          [otherId]: () =>
            writeChange(transaction, viewer, other, {
              ...{ revision: otherRevision, facts: otherFacts, kind: other.kind, state: 'merged', mergedInto: id },
              reason: `Merged into another opportunity${why}`
            })
        }
        // Two merges of the same pair in opposite directions lock the rows in the same order, so they cannot deadlock.
        for (const one of [id, otherId].sort()) await write[one]!()
        await transaction.updateTable('opportunity').set({ merged_into: id }).where('merged_into', '=', otherId).execute()
        await copySaves(transaction, id, saves)
        await countReports(transaction, id)
      })
    },

    /**
     * Separates a merged opportunity, which returns to its earlier state. Opportunities that had been merged into it before lead to it again. The
     * survivor keeps the merged facts, and its history contains the earlier facts.
     * @throws NotFound @throws OfOthers @throws NotMerged @throws StaleRevision
     */
    async separate(viewer: Viewer, id: string, revision: number): Promise<void> {
      await db.transaction().execute(async transaction => {
        const { merged_into: survivorId } = await seenRow(viewer, id, transaction)
        await lockRows(transaction, survivorId === null ? [id] : [id, survivorId])
        const row = await seenRow(viewer, id, transaction)
        const survivor = row.merged_into === null ? undefined : await rowOf(row.merged_into, transaction)
        if (!mayEdit(viewer, row) || (survivor && !mayEdit(viewer, survivor))) throw new OfOthers()
        if (row.state !== 'merged') throw new NotMerged()
        // The survivor was itself merged during the wait.
        if (row.merged_into !== survivorId) throw new StaleRevision()
        await release(transaction, viewer, row, { revision, reason: 'Separated from another opportunity' })
        if (!survivor) return
        await writeChange(transaction, viewer, survivor, {
          ...{ revision: survivor.revision, facts: factsOf(survivor), kind: survivor.kind, state: survivor.state },
          reason: 'Separated another opportunity from this one'
        })
        await countReports(transaction, survivor.id)
        await dropCopiedSaves(transaction, survivor.id, id)
      })
    }
  }
}
