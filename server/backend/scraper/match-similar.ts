import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { type Comparable, matchOfScore, similarityOf } from './match-score.ts'

/** Half the side length, in degrees, of the square around a record in which similar records are searched for. */
const nearDegrees = 0.05
/** Maximum number of pairs of records compared per page. Further pairs are not compared. */
const mostPairs = 50_000

interface Row {
  id: string
  aphia_id: number | null
  title_key: string
  decimal_latitude: number | null
  decimal_longitude: number | null
  uncertainty_in_meters: number | null
  first_day: string | null
  last_day: string | null
  minimum_depth_in_meters: number | null
  maximum_depth_in_meters: number | null
}

const columns = [
  ...(['id', 'aphia_id', 'title_key', 'decimal_latitude', 'decimal_longitude', 'uncertainty_in_meters'] as const),
  ...(['first_day', 'last_day', 'minimum_depth_in_meters', 'maximum_depth_in_meters'] as const)
] as const

/** SQL condition that two longitudes are near each other after a turn of the earth in degrees. A turn joins the two sides of 180°. */
const isNearAfter = (turn: number) => sql<boolean>`(
  other.decimal_longitude between mine.decimal_longitude + ${sql.lit(turn - nearDegrees)} and mine.decimal_longitude + ${sql.lit(turn + nearDegrees)})`

/**
 * Finds likely and possible duplicates of occurrences: records with the same name, nearby positions and overlapping or missing dates. A duplicate is
 * in another dataset, or comes from another job if either record lacks an identifier. Two records of one dataset that both have identifiers are never
 * compared, because such records are individuals or size classes.
 * @param ids new and changed records of the project
 * @returns number of new matches
 */
// Long: one query, and the comparison of its rows.
export async function matchBySimilarity(transaction: Database, projectId: string | null, ids: readonly string[]): Promise<number> {
  if (projectId === null || ids.length === 0 || !(await hasSeveral(transaction, projectId))) return 0
  const items = jsonItems(
    transaction,
    ids.map(id => ({ id }))
  )
  const pairs = await transaction
    .selectFrom('scraped_record as mine')
    .innerJoin('scraped_record as other', join =>
      join.onRef('other.project_id', '=', 'mine.project_id').onRef('other.title_key', '=', 'mine.title_key')
    )
    .select(columns.map(name => `mine.${name}` as const))
    .select(columns.map(name => `other.${name} as other_${name}` as const))
    .where('mine.id', 'in', sql<string>`(select item.value ->> 'id' from ${items})`)
    .where('mine.match_kind', 'is', null)
    // Only the later of two similar records gets the match, so that a rule on matches never discards both.
    .whereRef('other.id', '<', 'mine.id')
    .where('mine.data_type', '=', 'occurrence')
    .where(sql<boolean>`(other.dataset_id is distinct from mine.dataset_id or other.occurrence_id is null or mine.occurrence_id is null)`)
    .where(sql<boolean>`(other.scraper_job_id <> mine.scraper_job_id or other.dataset_id is distinct from mine.dataset_id)`)
    .where(sql<boolean>`(other.match_kind is null or other.match_kind <> 'own')`)
    .where(
      sql<boolean>`other.decimal_latitude between mine.decimal_latitude - ${sql.lit(nearDegrees)} and mine.decimal_latitude + ${sql.lit(nearDegrees)}`
    )
    .where(sql<boolean>`(${isNearAfter(0)} or ${isNearAfter(-360)} or ${isNearAfter(360)})`)
    .where(
      sql<boolean>`(mine.first_day is null or other.first_day is null or (other.first_day <= mine.last_day and other.last_day >= mine.first_day))`
    )
    .limit(mostPairs)
    .execute()
  const best = new Map<string, { score: number; otherId: string }>()
  for (const pair of pairs as unknown as (Row & Record<`other_${keyof Row}`, unknown>)[]) {
    const other = Object.fromEntries(columns.map(name => [name, pair[`other_${name}`]])) as unknown as Row
    const score = similarityOf(comparable(pair), comparable(other))
    if (score === null || matchOfScore(score) === null || score <= (best.get(pair.id)?.score ?? 0)) continue
    best.set(pair.id, { score, otherId: other.id })
  }
  for (const [id, { score, otherId }] of best)
    await transaction
      .updateTable('scraped_record')
      .set({ match_kind: matchOfScore(score), match_score: score, match_record_id: otherId })
      .where('id', '=', id)
      .execute()
  return best.size
}

/** Returns whether a project has several datasets or jobs, or records without a dataset. Records of one dataset and job are never compared. */
async function hasSeveral(transaction: Database, projectId: string): Promise<boolean> {
  const datasets = await transaction.selectFrom('outside_dataset').select('id').where('project_id', '=', projectId).limit(2).execute()
  const jobs = await transaction.selectFrom('scraper_job').select('id').where('project_id', '=', projectId).limit(2).execute()
  if (datasets.length > 1 || jobs.length > 1) return true
  const withoutDataset = await transaction
    .selectFrom('scraped_record')
    .select('id')
    .where('project_id', '=', projectId)
    .where('dataset_id', 'is', null)
    .limit(1)
    .execute()
  return withoutDataset.length > 0
}

const comparable = (row: Row): Comparable => ({
  aphiaId: row.aphia_id,
  name: row.title_key,
  latitude: row.decimal_latitude,
  longitude: row.decimal_longitude,
  uncertaintyInMeters: row.uncertainty_in_meters,
  firstDay: row.first_day,
  lastDay: row.last_day,
  minimumDepthInMeters: row.minimum_depth_in_meters,
  maximumDepthInMeters: row.maximum_depth_in_meters
})
