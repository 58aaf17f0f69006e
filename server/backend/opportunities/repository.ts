import type { Opportunity, OpportunityDraft, OpportunityEdit } from '../../../shared/contracts/opportunities.ts'
import { opportunityLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { carryBack } from './carry-back.ts'
import { checkFacts, fault } from './check-facts.ts'
import { readDeadlines } from './draft-deadlines.ts'
import { Confined, Refused, TooManyOpportunities } from './errors.ts'
import { columnsOf, type Facts, fitFactsOf, fullFacts } from './facts.ts'
import { fitOf } from './fit.ts'
import { writeIndexes } from './indexes.ts'
import { lockRows } from './locks.ts'
import { oneLine } from './one-line.ts'
import type { OpportunityProfiles } from './profile.ts'
import { release } from './release.ts'
import { factsOf, mayEdit, opportunityRow, ownRow, writeChange } from './rows.ts'
import { opportunitySaves } from './saves.ts'
import { addressesOf } from './sources.ts'
import { versionFacts } from './versions.ts'

/** Reads and edits opportunities. Everyone with an account can see published opportunities, but only the author can see a draft. */
// Long: the edits of one noun.
export function opportunityRepository(db: Database, profiles: OpportunityProfiles) {
  const saves = opportunitySaves(db)

  /** Reads an opportunity. The address of a merged opportunity leads to the survivor. @throws NotFound */
  async function get(viewer: Viewer, address: string): Promise<Opportunity> {
    const row = await opportunityRow(viewer, address, db)
    const { id } = row
    const [facts, saved] = [factsOf(row), await saves.get(viewer.accountId, id)]
    const author = row.author_id && (await db.selectFrom('account').select('name').where('id', '=', row.author_id).executeTakeFirst())
    const isOpen = row.state === 'published' && row.expires_at > timestamp()
    const person = isOpen ? await profiles.person(viewer.accountId, () => facts.taxa) : null
    return {
      ...facts,
      id,
      ...{ state: row.state, kind: row.kind, isOpen, closesAt: row.closes_at, isSaved: saved !== null, saved },
      savedBy: row.author_id === viewer.accountId ? await saves.countOthers(viewer.accountId, id) : null,
      fit: person && fitOf(row.kind, fitFactsOf(facts), person),
      reports: viewer.administrator ? row.open_reports : 0,
      sources: await addressesOf(db, id, facts.url),
      moderation: row.state === 'refused' ? { reason: row.moderation_reason ?? '', at: row.moderated_at ?? row.modified_at } : null,
      ...{ mayEdit: mayEdit(viewer, row), mayModerate: viewer.administrator, postedBy: (author || null)?.name ?? null },
      poster: row.author_id !== null ? 'person' : row.is_from_record ? 'record' : 'former member',
      ...{ createdAt: row.created_at, modifiedAt: row.modified_at, revision: row.revision }
    }
  }

  return {
    get,
    saves,

    /** @throws InvalidRequest for an unknown time zone or an invalid field @throws Confined @throws TooManyOpportunities */
    async create(viewer: Viewer, { isDraft = false, kind, deadlines = [], ...given }: OpportunityDraft): Promise<Opportunity> {
      if (viewer.isConfined) throw new Confined()
      checkFacts(given)
      const [id, at] = [newId(), timestamp()]
      const facts = fullFacts({ ...given, title: titleOf(given.title), deadlines: readDeadlines(deadlines) })
      const times = { created_at: at, modified_at: at, revision: 1 }
      const { count } = await db
        .selectFrom('opportunity')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('author_id', '=', viewer.accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= opportunityLimit) throw new TooManyOpportunities() // two simultaneous posts may exceed the limit by one
      await db.transaction().execute(async transaction => {
        await transaction
          .insertInto('opportunity')
          .values({ id, author_id: viewer.accountId, state: isDraft ? 'draft' : 'published', kind, ...columnsOf(facts, kind), ...times })
          .execute()
        await writeIndexes(transaction, id, facts, kind)
      })
      return get(viewer, id)
    },

    /**
     * @throws NotFound @throws OfOthers @throws Refused @throws StaleRevision
     * @throws InvalidRequest for an unknown time zone or an invalid field
     */
    async revise(viewer: Viewer, id: string, edit: OpportunityEdit): Promise<Opportunity> {
      const { revision, kind, state, deadlines, reason, ...given } = edit
      checkFacts(given)
      await db.transaction().execute(async transaction => {
        const before = await ownRow(viewer, id, transaction)
        if (state && (before.state === 'refused' || before.state === 'proposed')) throw new Refused()
        // Anyone with the address can see a withdrawn opportunity, but only the author may see a draft.
        if (state === 'withdrawn' && before.state === 'draft')
          throw fault('/state', 'is only for published opportunities: delete the draft instead')
        const facts: Facts = {
          ...factsOf(before),
          ...given,
          ...(given.title && { title: titleOf(given.title) }),
          ...(deadlines && { deadlines: readDeadlines(deadlines) })
        }
        await writeChange(transaction, viewer, before, {
          ...{ revision, facts, kind: kind ?? before.kind, state: state ?? before.state, reason: reason?.trim() || null }
        })
      })
      return get(viewer, id)
    },

    /** Restores the facts of an earlier revision as a new edit. @throws NotFound @throws OfOthers @throws StaleRevision */
    async restore(viewer: Viewer, id: string, version: number, revision: number): Promise<Opportunity> {
      await db.transaction().execute(async transaction => {
        const before = await ownRow(viewer, id, transaction)
        const { facts, kind } = await versionFacts(transaction, id, version)
        const reason = `Restored revision ${version}`
        await writeChange(transaction, viewer, before, { revision, facts, kind, state: before.state, reason })
      })
      return get(viewer, id)
    },

    /**
     * Deletes an opportunity. Opportunities that were merged into it return to their earlier state, with the saves and reports made since the merge.
     * @throws NotFound
     * @throws OfOthers
     * @throws Merged
     */
    async remove(viewer: Viewer, id: string): Promise<void> {
      await db.transaction().execute(async transaction => {
        await lockRows(transaction, [id])
        await ownRow(viewer, id, transaction)
        const merged = await transaction.selectFrom('opportunity').selectAll().where('merged_first_into', '=', id).execute()
        const reason = 'The opportunity that this was merged into was deleted'
        for (const row of merged) {
          await carryBack(transaction, id, row.id)
          await release(transaction, viewer, row, { revision: row.revision, reason })
        }
        await transaction.deleteFrom('opportunity').where('id', '=', id).execute()
      })
    }
  }
}

/** @throws InvalidRequest for a title without visible characters */
function titleOf(given: string): string {
  const title = oneLine(given)
  if (title === '') throw fault('/title', 'has no visible characters')
  return title
}
