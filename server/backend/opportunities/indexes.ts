import type { OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import type { Database } from '../storage/database.ts'
import { addressKey } from './address-key.ts'
import { datesOf, writeDates } from './dates.ts'
import type { Facts } from './facts.ts'
import { titleStarts } from './likeness.ts'
import { searchedWords } from './search-words.ts'
import { noDeadlineKey } from './sort-keys.ts'

/** Replaces the stored dates, words and web address that searching and sorting use for an opportunity. */
export async function writeIndexes(db: Database, opportunityId: string, facts: Facts, kind: OpportunityKind): Promise<void> {
  await writeDates(db, opportunityId, facts, kind)
  await writeSearchIndex(db, opportunityId, facts, kind)
}

export async function writeSearchIndex(db: Database, opportunityId: string, facts: Facts, kind: OpportunityKind): Promise<void> {
  const [first] = facts.deadlines
  const values = {
    first_ms: first ? Date.parse(first.earliest) : noDeadlineKey,
    first_until_ms: first ? Date.parse(first.latest) : noDeadlineKey,
    last_ms: Math.max(0, ...datesOf(facts, kind).map(({ latest }) => latest)),
    url_key: facts.url && addressKey(facts.url),
    words: searchedWords(facts)
  }
  await db
    .insertInto('opportunity_index')
    .values({ opportunity_id: opportunityId, ...values })
    .onConflict(conflict => conflict.column('opportunity_id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('opportunity_title_word').where('opportunity_id', '=', opportunityId).execute()
  const starts = titleStarts(facts.title)
  if (starts.length === 0) return
  await db
    .insertInto('opportunity_title_word')
    .values(starts.map(start => ({ start, opportunity_id: opportunityId })))
    .execute()
}
