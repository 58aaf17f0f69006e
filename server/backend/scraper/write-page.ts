import { zstdCompressSync } from 'node:zlib'
import { type Insertable, sql } from 'kysely'
import { flagBits } from '../../../shared/outside/flags.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { hashOf } from './record-hash.ts'
import type { Fields, Raw, ReadRecord, Source } from './sources/source.ts'
import { identifierOf, writable } from './sources/text.ts'
import type { ScrapedRecordTable, ScrapedVersionTable } from './tables.ts'

/** Entry of a page that is ready to be stored. */
export interface Arrived {
  identity: string
  hash: string
  read: ReadRecord
  /** Compressed JSON of the original record. */
  raw: Uint8Array
}

export interface PageCounts {
  new: number
  changed: number
  same: number
  cameBack: number
  /** Number of records on the page that this run had already received. */
  twice: number
}

interface Into {
  runId: string
  scraperJobId: string
  projectId: string | null
  at: string
  /** Ids of datasets by their identifier at the source. */
  datasets: ReadonlyMap<string, string>
}

/** Number of rows per statement. SQLite allows at most 32,766 variables. */
export const rowsAtOnce = 500
const longestTitle = 500

/** Maps entries to records, one per identity. If several entries share an identity, the last one wins. */
export function arrived(source: Source, raws: readonly Raw[], query: Raw): { records: Arrived[]; twice: number; failed: number } {
  const byIdentity = new Map<string, Arrived>()
  let [failed, twice] = [0, 0]
  for (const raw of raws) {
    const identity = identifierOf(source.identity(raw))
    if (identity === null) {
      failed += 1
      continue
    }
    const read = storable(source.read(raw, query))
    if (byIdentity.has(identity)) twice += 1
    byIdentity.set(identity, { identity, hash: hashOf(read.fields), read, raw: zstdCompressSync(JSON.stringify(raw)) })
  }
  return { records: [...byIdentity.values()], twice, failed }
}

/** Removes or replaces characters that a database cannot store, shortens the title, and drops overlong identifiers. */
const storable = (read: ReadRecord): ReadRecord => ({
  ...read,
  title: writable(read.title.slice(0, longestTitle)),
  url: read.url === null ? null : writable(read.url),
  datasetId: identifierOf(read.datasetId),
  occurrenceId: identifierOf(read.occurrenceId),
  eventDate: read.eventDate === null ? null : writable(read.eventDate)
})

/**
 * Writes the records of a page, in the transaction that also stores its cursor.
 * @returns counts, the ids of all records in no particular order, and the ids of the new and changed ones
 */
// Long: the new, the changed and the unchanged records of a page.
export async function writePage(
  transaction: Database,
  source: Source,
  records: readonly Arrived[],
  into: Into
): Promise<PageCounts & { ids: string[]; freshIds: string[] }> {
  const known = await knownAmong(transaction, into.scraperJobId, records)
  const counts: PageCounts = { new: 0, changed: 0, same: 0, cameBack: 0, twice: 0 }
  const added: Insertable<ScrapedRecordTable>[] = []
  const versions: Insertable<ScrapedVersionTable>[] = []
  const unchanged: { id: string }[] = []
  const changedIds: string[] = []
  for (const record of records) {
    const before = known.get(record.identity)
    const version = (id: string, number: number) =>
      versions.push({ record_id: id, number, run_id: into.runId, at: into.at, fields: JSON.stringify(record.read.fields), raw: record.raw })
    if (!before) {
      const id = newId()
      counts.new += 1
      added.push(newRow(id, source, record, into))
      version(id, 1)
      continue
    }
    if (before.last_run_id === into.runId) counts.twice += 1
    else if (before.gone_run_id !== null) counts.cameBack += 1
    if (before.hash === record.hash) {
      if (before.last_run_id !== into.runId) counts.same += 1
      unchanged.push({ id: before.id })
      continue
    }
    if (before.last_run_id !== into.runId) counts.changed += 1
    version(before.id, before.version + 1)
    changedIds.push(before.id)
    await transaction
      .updateTable('scraped_record')
      .set({
        ...factColumns(record, into),
        hash: record.hash,
        version: before.version + 1,
        last_run_id: into.runId,
        changed_run_id: into.runId,
        gone_run_id: null
      })
      .where('id', '=', before.id)
      .execute()
  }
  for (let from = 0; from < added.length; from += rowsAtOnce)
    await transaction
      .insertInto('scraped_record')
      .values(added.slice(from, from + rowsAtOnce))
      .execute()
  for (let from = 0; from < versions.length; from += rowsAtOnce)
    await transaction
      .insertInto('scraped_version')
      .values(versions.slice(from, from + rowsAtOnce))
      .execute()
  if (unchanged.length > 0)
    await transaction
      .updateTable('scraped_record')
      .set({ last_run_id: into.runId, gone_run_id: null })
      .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${jsonItems(transaction, unchanged)})`)
      .execute()
  const addedIds = added.map(({ id }) => id)
  return { ...counts, ids: [...addedIds, ...[...known.values()].map(({ id }) => id)], freshIds: [...addedIds, ...changedIds] }
}

async function knownAmong(transaction: Database, scraperJobId: string, records: readonly Arrived[]) {
  const wanted = jsonItems(
    transaction,
    records.map(({ identity }) => ({ identity }))
  )
  const rows = await transaction
    .selectFrom('scraped_record')
    .select(['id', 'identity', 'hash', 'version', 'last_run_id', 'gone_run_id'])
    .where('scraper_job_id', '=', scraperJobId)
    .where('identity', 'in', sql<string>`(select item.value ->> 'identity' from ${wanted})`)
    .execute()
  return new Map(rows.map(row => [row.identity, row]))
}

const newRow = (id: string, source: Source, record: Arrived, into: Into): Insertable<ScrapedRecordTable> => ({
  ...factColumns(record, into),
  id,
  scraper_job_id: into.scraperJobId,
  project_id: into.projectId,
  data_type: source.dataType,
  identity: record.identity,
  hash: record.hash,
  version: 1,
  state: 'waiting',
  decision_id: null,
  decided_by: null,
  decided_at: null,
  reason: null,
  first_run_id: into.runId,
  last_run_id: into.runId,
  changed_run_id: null,
  gone_run_id: null,
  match_kind: null,
  match_score: null,
  match_record_id: null
})

function factColumns({ read }: Arrived, { datasets }: Into) {
  return {
    dataset_id: (read.datasetId !== null && datasets.get(read.datasetId)) || null,
    flags: flagBits(read.flags),
    source_flags: JSON.stringify(read.sourceFlags),
    title: read.title,
    title_key: read.title.toLowerCase(),
    occurrence_id: read.occurrenceId,
    aphia_id: read.aphiaId,
    url: read.url,
    event_date: read.eventDate,
    first_day: read.firstDay,
    last_day: read.lastDay,
    decimal_latitude: read.latitude,
    decimal_longitude: read.longitude,
    uncertainty_in_meters: read.uncertaintyInMeters,
    minimum_depth_in_meters: read.minimumDepthInMeters,
    maximum_depth_in_meters: read.maximumDepthInMeters
  }
}

/** Lists the fields that differ between two versions. */
export function changesBetween(before: Fields, after: Fields): { field: string; before: string | null; after: string | null }[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const text = (value: Fields[string] | undefined) => (value === undefined ? null : String(value))
  return names.flatMap(field => (before[field] === after[field] ? [] : [{ field, before: text(before[field]), after: text(after[field]) }]))
}
