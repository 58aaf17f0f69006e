import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/**
 * Matches records by their identifiers. Waiting records of the project's own annotations and observations are set to ignored. Records that
 * another job also imported are linked to the earlier record. The same name, place and date alone do not make a match.
 * @returns number of new matches of each kind
 */
export async function matchByIdentifiers(transaction: Database, ids: readonly string[]): Promise<{ own: number; same: number }> {
  const items = jsonItems(
    transaction,
    ids.map(id => ({ id }))
  )
  const unmatched = transaction
    .updateTable('scraped_record')
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${items})`)
    .where('match_kind', 'is', null)
    .where('occurrence_id', 'is not', null)
  const own = await unmatched
    .set({
      match_kind: 'own',
      match_score: 1,
      state: sql`case when state = 'waiting' then 'ignored' else state end`
    })
    .where('occurrence_id', 'like', 'urn:uuid:%')
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('annotation')
            .select('annotation.id')
            .whereRef('annotation.project_id', '=', 'scraped_record.project_id')
            .where('annotation.id', '=', sql<string>`substr(scraped_record.occurrence_id, 10)`)
        ),
        exists(
          selectFrom('observation')
            .select('observation.id')
            .whereRef('observation.project_id', '=', 'scraped_record.project_id')
            .where('observation.id', '=', sql<string>`substr(scraped_record.occurrence_id, 10)`)
            .where('observation.record_id', 'is', null)
        )
      ])
    )
    .executeTakeFirstOrThrow()
  const other = sql<string>`(
    select min(other.id) from scraped_record as other
    where other.project_id = scraped_record.project_id and other.occurrence_id = scraped_record.occurrence_id
      and other.scraper_job_id <> scraped_record.scraper_job_id and other.id < scraped_record.id)`
  const same = await unmatched
    .set({ match_kind: 'same', match_score: 1, match_record_id: other })
    .where(other, 'is not', null)
    .executeTakeFirstOrThrow()
  return { own: Number(own.numUpdatedRows), same: Number(same.numUpdatedRows) }
}
