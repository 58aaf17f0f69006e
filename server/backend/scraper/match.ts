import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** Identifiers of annotations, of observations without an identifier, and of covers, in archives of the project. */
const [plainUuid, ofCover] = ['urn:uuid:%', `urn:uuid:${'_'.repeat(36)}:cover:%`]

/** SQL condition that the `occurrenceID` of a record is unique worldwide by its form. Short ones, such as row numbers, recur in other datasets. */
const isGlobal = sql<boolean>`(scraped_record.occurrence_id like '%:%' or length(scraped_record.occurrence_id) >= 20)`

/**
 * SQL condition that archives of the project contain the `occurrenceID` of a record. Most observations have no identifier. SQLite therefore expects
 * many for each, and would read all observations for an equal one. For a range, it uses the index.
 */
const isOwn = sql<boolean>`(
  (scraped_record.occurrence_id like ${sql.lit(plainUuid)} and (
    exists (
      select 1 from annotation
      where annotation.id = substr(scraped_record.occurrence_id, 10) and annotation.project_id = scraped_record.project_id)
    or exists (
      select 1 from observation
      where observation.id = substr(scraped_record.occurrence_id, 10) and observation.project_id = scraped_record.project_id
        and observation.record_id is null)))
  or (scraped_record.occurrence_id like ${sql.lit(ofCover)} and exists (
    select 1 from media
    where media.id = substr(scraped_record.occurrence_id, 10, 36) and media.project_id = scraped_record.project_id))
  or exists (
    select 1 from observation
    where observation.project_id = scraped_record.project_id
      and observation.occurrence_id between scraped_record.occurrence_id and scraped_record.occurrence_id
      and observation.record_id is null and observation.removed_at is null
      and (${isGlobal} or observation.first_day is null or scraped_record.first_day is null
        or observation.first_day = scraped_record.first_day)))`

/** Services that publish the same datasets, with names in forms of their own. */
const republishers = sql`('obis', 'gbif', 'gbif.download')`

const sourceOf = (record: 'other' | 'scraped_record') =>
  sql`coalesce((select source from outside_dataset where outside_dataset.id = ${sql.ref(`${record}.dataset_id`)}), ${sql.lit(record)})`

/**
 * SQL condition that `other` is the same record as one with an equal `occurrenceID` that is not unique worldwide. Both belong to one dataset. Or
 * different services deliver them for the same day, with equal names unless both services publish the same datasets.
 */
const isSameLocal = sql<boolean>`(other.dataset_id = scraped_record.dataset_id or (
  ${sourceOf('other')} <> ${sourceOf('scraped_record')}
  and (other.title_key = scraped_record.title_key or (${sourceOf('other')} in ${republishers} and ${sourceOf('scraped_record')} in ${republishers}))
  and (other.first_day = scraped_record.first_day
    or ((other.first_day is null or scraped_record.first_day is null) and other.title_key = scraped_record.title_key))))`

/**
 * Matches records by their identifiers. Waiting records of the project's own annotations, observations and covers are set to ignored. Records that
 * another job also imported are linked to the earlier record. The same name, place and date alone do not make a match. Neither does the same
 * number of a row in two datasets.
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
    .where(isOwn)
    .executeTakeFirstOrThrow()
  const other = sql<string>`(
    select min(other.id) from scraped_record as other
    where other.project_id = scraped_record.project_id and other.occurrence_id = scraped_record.occurrence_id
      and other.scraper_job_id <> scraped_record.scraper_job_id and other.id < scraped_record.id and (${isGlobal} or ${isSameLocal}))`
  const same = await unmatched
    .set({ match_kind: 'same', match_score: 1, match_record_id: other })
    .where(other, 'is not', null)
    .executeTakeFirstOrThrow()
  return { own: Number(own.numUpdatedRows), same: Number(same.numUpdatedRows) }
}
