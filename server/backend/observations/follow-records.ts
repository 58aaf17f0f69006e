import { sql } from 'kysely'
import { BasisOfRecord } from '../../../shared/contracts/observations.ts'
import { ranges } from '../../../shared/filters.ts'
import type { Database } from '../storage/database.ts'
import { jsonNumber, jsonText } from '../storage/json-fields.ts'

interface Judged {
  decisionId: string
  /** Person who made the decision; null for a rule. */
  accountId: string | null
  at: string
}

/**
 * Updates observations to match the records of a decision. Every accepted occurrence has an observation with the same id. Copies of a record from
 * several jobs share one observation. When a record is no longer accepted, its observation is deleted, unless someone edited it. Repeating the call
 * changes nothing.
 * @returns number of observations that stay because they were edited
 */
export async function followRecords(transaction: Database, judged: Judged): Promise<number> {
  const keptCount = await removeOthers(transaction, judged)
  await restoreAccepted(transaction, judged)
  await addAccepted(transaction, judged)
  return keptCount
}

/**
 * SQL condition that `record` and `twin` are copies of the same record. They share an `occurrenceID`, and were matched to each other or to the same
 * third record.
 */
const areTwins = sql`twin.project_id = record.project_id and twin.occurrence_id = record.occurrence_id and twin.id <> record.id and (
  (record.match_kind = 'same' and record.match_record_id = twin.id)
  or (twin.match_kind = 'same' and twin.match_record_id = record.id)
  or (record.match_kind = 'same' and twin.match_kind = 'same' and twin.match_record_id = record.match_record_id))`

/** Returns whether a copy of this record already has an observation. */
export async function hasObservedTwin(transaction: Database, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from scraped_record as record join scraped_record as twin on ${areTwins} join observation as theirs on theirs.id = twin.id
    where record.id = ${recordId} and theirs.removed_at is null limit 1`.execute(transaction)
  return rows.length > 0
}

/** Query for the records of a decision and all copies of them. */
const withTwins = (decisionId: string) => sql`
  select item.record_id as id from record_decision_item as item where item.decision_id = ${decisionId}
  union select twin.id from record_decision_item as item join scraped_record as record on record.id = item.record_id
    join scraped_record as twin on ${areTwins} where item.decision_id = ${decisionId}`

/** SQL condition that no copy of `record` has an observation, and that no earlier copy is accepted. */
const isFirst = sql`not exists (
  select 1 from scraped_record as twin left join observation as theirs on theirs.id = twin.id and theirs.removed_at is null
  where ${areTwins} and (theirs.id is not null or (twin.state = 'accepted' and twin.id < record.id)))`

const ofDecision = ({ decisionId }: Judged) => sql`
  select record.id from record_decision_item as item join scraped_record as record on record.id = item.record_id
  where item.decision_id = ${decisionId}`

/**
 * Adds an observation for each accepted record or copy that needs one. The label is the catalog label of the same taxon; null without one. An
 * impossible depth or position stays with the record alone.
 */
// Long: one statement.
async function addAccepted(transaction: Database, { decisionId, accountId, at }: Judged): Promise<void> {
  const field = (name: string) => jsonText(transaction, 'version.fields', name)
  const [count, number] = [field('individualCount'), jsonNumber(transaction, 'version.fields', 'individualCount')]
  const isCount = sql`(${count} <> '' and length(${count}) <= 9 and replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    ${count}, '0', ''), '1', ''), '2', ''), '3', ''), '4', ''), '5', ''), '6', ''), '7', ''), '8', ''), '9', '') = '')`
  const [leastDepth, mostDepth] = ranges.depth
  const depth = (end: 'minimum' | 'maximum') => {
    const given = sql.ref(`record.${end}_depth_in_meters`)
    return sql`case when ${given} between ${sql.lit(leastDepth)} and ${sql.lit(mostDepth)} then ${given} end`
  }
  const isOnEarth = sql`(record.decimal_latitude between -90 and 90 and record.decimal_longitude between -180 and 180)`
  const ofPlace = (column: 'decimal_latitude' | 'decimal_longitude' | 'uncertainty_in_meters') =>
    sql`case when ${isOnEarth} then ${sql.ref(`record.${column}`)} end`
  // GBIF writes HUMAN_OBSERVATION.
  const basis = sql`case replace(lower(${field('basisOfRecord')}), '_', '') ${sql.join(
    BasisOfRecord.enum.map(name => sql`when ${sql.lit(name.toLowerCase())} then ${sql.lit(name)}`),
    sql` `
  )} else 'Occurrence' end`
  const label = sql`(
    select label.id from label
    where label.project_id = record.project_id and (label.name_key = record.title_key or lower(label.scientific_name) = record.title_key
      or label.scientific_name_id = 'urn:lsid:marinespecies.org:taxname:' || record.aphia_id)
    order by case when label.scientific_name_id = 'urn:lsid:marinespecies.org:taxname:' || record.aphia_id then 0 else 1 end, label.id limit 1)`
  await sql`
    insert into observation (id, project_id, label_id, verbatim_identification, occurrence_status, individual_count, event_date, first_day,
      last_day, decimal_latitude, decimal_longitude, uncertainty_in_meters, minimum_depth_in_meters, maximum_depth_in_meters, basis_of_record,
      sampling_protocol, recorded_by, occurrence_id, record_id, dataset_id, created_by, created_at, modified_by, modified_at, change_kind, revision)
    select record.id, record.project_id, ${label}, record.title,
      case lower(${field('occurrenceStatus')}) when 'absent' then 'absent' else 'present' end,
      case when ${isCount} then cast(${count} as integer) when ${number} between 0 and 999999999 then cast(${number} as integer) end, record.event_date, record.first_day, record.last_day,
      ${ofPlace('decimal_latitude')}, ${ofPlace('decimal_longitude')}, ${ofPlace('uncertainty_in_meters')}, ${depth('minimum')},
      ${depth('maximum')}, ${basis}, ${field('samplingProtocol')}, ${field('recordedBy')}, record.occurrence_id, record.id,
      record.dataset_id, cast(${accountId} as text), cast(${at} as text), cast(${accountId} as text), cast(${at} as text), 'accepted', 1
    from (${withTwins(decisionId)}) as judged
    join scraped_record as record on record.id = judged.id
    join scraped_version as version on version.record_id = record.id and version.number = record.version
    where record.state = 'accepted' and record.data_type = 'occurrence' and ${isFirst}
    on conflict (id) do nothing`.execute(transaction)
}

/** Restores observations that were deleted because their record was no longer accepted. Observations that a person deleted stay deleted. */
async function restoreAccepted(transaction: Database, judged: Judged): Promise<void> {
  await transaction
    .updateTable('observation')
    .set({ removed_at: null })
    .where(
      'record_id',
      'in',
      sql<string>`(
      select record.id from (${withTwins(judged.decisionId)}) as judged join scraped_record as record on record.id = judged.id
      where record.state = 'accepted' and ${isFirst})`
    )
    .where('removed_at', 'is not', null)
    .where('change_kind', '=', 'accepted')
    .execute()
}

async function removeOthers(transaction: Database, judged: Judged): Promise<number> {
  const notAccepted = sql<string>`(${ofDecision(judged)} and record.state <> 'accepted')`
  await transaction
    .updateTable('observation')
    .set({ removed_at: judged.at })
    .where('record_id', 'in', notAccepted)
    .where('removed_at', 'is', null)
    .where('revision', '=', 1)
    .execute()
  const { count } = await transaction
    .selectFrom('observation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('record_id', 'in', notAccepted)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
