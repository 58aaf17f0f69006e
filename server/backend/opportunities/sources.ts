import type { Database } from '../storage/database.ts'
import { factsOf } from './rows.ts'

/** Reads the web addresses of the outside records of an opportunity, and of the opportunities that were merged into it. */
export async function addressesOf(db: Database, id: string, ownUrl: string | null): Promise<string[]> {
  const merged = await db.selectFrom('opportunity').select(['id', 'facts']).where('merged_into', '=', id).execute()
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
