import type { Database } from '../storage/database.ts'
import { factsOf } from './rows.ts'
import { stateBeforeMerge } from './versions.ts'

/**
 * Reads the web addresses of an opportunity's outside records, and those of opportunities merged into it and of their records. Addresses of merged
 * proposals, drafts and rejected opportunities are omitted, because no administrator has approved them.
 */
export async function addressesOf(db: Database, id: string, ownUrl: string | null): Promise<string[]> {
  const rows = await db.selectFrom('opportunity').select(['id', 'facts']).where('merged_into', '=', id).execute()
  const states = await Promise.all(rows.map(row => stateBeforeMerge(db, row.id)))
  const merged = rows.filter((_, place) => states[place] === 'published' || states[place] === 'withdrawn')
  const sources = await db
    .selectFrom('opportunity_source')
    .select('url')
    .distinct()
    .where('opportunity_id', 'in', [id, ...merged.map(one => one.id)])
    .where('url', 'is not', null)
    .orderBy('url')
    .execute()
  const urls = merged.map(row => factsOf(row).url).filter(url => url !== ownUrl)
  return [...new Set([...sources.map(({ url }) => url), ...urls])].filter(url => url !== null)
}
