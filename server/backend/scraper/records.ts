import { zstdDecompressSync } from 'node:zlib'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { MatchKind, RecordDetail, RecordFilter, ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import { flagsOf } from '../../../shared/outside/flags.ts'
import { NotFound } from '../../lib/errors.ts'
import { datasetColumns, datasetOf } from '../observations/outside-dataset.ts'
import { nameFor } from '../projects/name-for.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'
import { asPattern } from '../storage/text-pattern.ts'
import { flagsIn, hasFlags, judged } from './flags.ts'
import type { Fields } from './sources/source.ts'
import { changesBetween } from './write-page.ts'

const select = (db: Database, viewerId: string) =>
  db
    .selectFrom('scraped_record')
    .leftJoin('outside_dataset', 'outside_dataset.id', 'scraped_record.dataset_id')
    .leftJoin('account', 'account.id', 'scraped_record.decided_by')
    .selectAll('scraped_record')
    .select(nameFor(viewerId, 'scraped_record.project_id').as('decided_by_name'))
    .select(datasetColumns)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/** Filter for lists, counts and decisions. */
export type RecordConditions = Partial<RecordFilter> & {
  /** SQL condition that replaces `flags`. */
  flagged?: RawBuilder<boolean>
  /** SQL condition that replaces `match`. */
  matched?: RawBuilder<boolean>
}

/** SQL for the kind of match of a `scraped_record`. */
export const matchKind = sql<MatchKind | null>`scraped_record.match_kind`

/** SQL condition on `scraped_record`: true when its match is of the given kind. With `none`, true when the record has no match. */
export const hasMatch = (match: MatchKind | 'none', column: RawBuilder<MatchKind | null> = matchKind): RawBuilder<boolean> =>
  match === 'none' ? sql<boolean>`(${column} is null)` : sql<boolean>`(${column} = ${match})`

type Records<O> = SelectQueryBuilder<Tables, 'scraped_record', O>

// Long: one condition after the other.
export function filtered<O>(query: Records<O>, conditions: RecordConditions): Records<O> {
  const { projectId, scraperJobId, dataType, state, flags, match, change, q, run, dataset } = conditions
  const { flagged = flags === undefined ? undefined : hasFlags(flagsIn(flags)) } = conditions
  const { matched = match === undefined ? undefined : hasMatch(match) } = conditions
  return query
    .$if(projectId !== undefined, records => records.where('scraped_record.project_id', '=', projectId as string))
    .$if(scraperJobId !== undefined, records => records.where('scraped_record.scraper_job_id', '=', scraperJobId as string))
    .$if(dataType !== undefined, records => records.where('scraped_record.data_type', '=', dataType as ScrapedRecord['dataType']))
    .$if(state !== undefined, records => records.where('scraped_record.state', '=', state as ScrapedRecord['state']))
    .$if(flagged !== undefined, records => records.where(flagged as RawBuilder<boolean>))
    .$if(matched !== undefined, records => records.where(matched as RawBuilder<boolean>))
    .$if(q !== undefined, records => records.where(sql<boolean>`scraped_record.title_key like ${asPattern(q as string)} escape '\\'`))
    .$if(dataset !== undefined, records => records.where('scraped_record.dataset_id', '=', dataset as string))
    .$if(run !== undefined && change === undefined, records => records.where('scraped_record.last_run_id', '=', run as string))
    .$if(change === 'new' && run !== undefined, records => records.where('scraped_record.first_run_id', '=', run as string))
    .$if(change === 'new' && run === undefined, records =>
      records.whereRef('scraped_record.first_run_id', '=', 'scraped_record.last_run_id').where('scraped_record.gone_run_id', 'is', null)
    )
    .$if(change === 'changed' && run !== undefined, records => records.where('scraped_record.changed_run_id', '=', run as string))
    .$if(change === 'changed' && run === undefined, records =>
      records.whereRef('scraped_record.changed_run_id', '=', 'scraped_record.last_run_id')
    )
    .$if(change === 'gone', records =>
      run === undefined
        ? records.where('scraped_record.gone_run_id', 'is not', null)
        : records.where('scraped_record.gone_run_id', '=', run as string)
    )
}

/** Repository of records from external services. */
// Long: the queries of one noun.
export function recordRepository(db: Database) {
  return {
    /** @throws NotFound */
    async owned(id: string): Promise<{ projectId: string; state: ScrapedRecord['state'] }> {
      const found = await db.selectFrom('scraped_record').select(['project_id', 'state']).where('id', '=', id).executeTakeFirst()
      if (!found || found.project_id === null) throw new NotFound('The record')
      return { projectId: found.project_id, state: found.state }
    },

    async page(viewerId: string, conditions: RecordConditions, { limit = 50, cursor }: { limit?: number; cursor?: string }) {
      const matching = filtered(select(db, viewerId) as unknown as Records<Row>, conditions)
      const rows = await matching
        .$if(cursor !== undefined, query => query.where('scraped_record.id', '>', cursor as string))
        .orderBy('scraped_record.id')
        .limit(limit + 1)
        .execute()
      const { count } = await filtered(db.selectFrom('scraped_record'), conditions)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const items = rows.slice(0, limit).map(toRecord)
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total: Number(count) }
    },

    /** @throws NotFound */
    async detail(viewerId: string, id: string): Promise<RecordDetail> {
      const found = await select(db, viewerId).where('scraped_record.id', '=', id).executeTakeFirst()
      if (!found) throw new NotFound('The record')
      const versions = await db
        .selectFrom('scraped_version')
        .selectAll()
        .where('record_id', '=', id)
        .orderBy('number', 'desc')
        .limit(50)
        .execute()
      const fields = versions.map(version => JSON.parse(version.fields) as Fields)
      const raw = versions[0] ? JSON.parse(zstdDecompressSync(versions[0].raw).toString('utf8')) : null
      const measured = (name: string) => (typeof raw?.[name] === 'number' ? (raw[name] as number) : null)
      const { notJudged } = judged({
        latitude: found.decimal_latitude,
        longitude: found.decimal_longitude,
        minimumDepthInMeters: found.minimum_depth_in_meters,
        maximumDepthInMeters: found.maximum_depth_in_meters,
        shoreDistance: measured('shoredistance'),
        bathymetry: measured('bathymetry'),
        firstDay: found.first_day,
        lastDay: found.last_day
      })
      return {
        ...toRecord(found),
        fields: fields[0] ?? {},
        notJudged,
        versions: versions.map(({ number, run_id: runId, at }, place) => {
          const [after = {}, before] = [fields[place], fields[place + 1]]
          return { number, runId, at, changes: before ? changesBetween(before, after) : [] }
        }),
        raw
      }
    },

    async datasets({ projectId }: Sight) {
      const rows = await db
        .selectFrom('outside_dataset')
        .innerJoin('scraped_record', 'scraped_record.dataset_id', 'outside_dataset.id')
        .select(['outside_dataset.id', 'outside_dataset.source', 'outside_dataset.title', 'outside_dataset.licence'])
        .select(['outside_dataset.rights', 'outside_dataset.citation', 'outside_dataset.url', 'outside_dataset.accessed_at'])
        .select(({ fn }) => [
          fn.count<number>('scraped_record.id').as('records'),
          fn.sum<number>(sql<number>`case when scraped_record.state = 'accepted' then 1 else 0 end`).as('accepted')
        ])
        .where('outside_dataset.project_id', '=', projectId)
        .groupBy('outside_dataset.id')
        .orderBy('records', 'desc')
        .execute()
      return rows.map(({ accessed_at: accessedAt, records, accepted, ...rest }) => ({
        ...rest,
        accessedAt,
        records: Number(records),
        accepted: Number(accepted)
      }))
    }
  }
}

function toRecord(row: Row): ScrapedRecord {
  return {
    id: row.id,
    scraperJobId: row.scraper_job_id,
    projectId: row.project_id,
    dataType: row.data_type,
    identity: row.identity,
    url: row.url,
    state: row.state,
    title: row.title,
    eventDate: row.event_date,
    decimalLatitude: row.decimal_latitude,
    decimalLongitude: row.decimal_longitude,
    minimumDepthInMeters: row.minimum_depth_in_meters,
    maximumDepthInMeters: row.maximum_depth_in_meters,
    flags: flagsOf(row.flags),
    sourceFlags: JSON.parse(row.source_flags),
    change: changeOf(row),
    match: row.match_kind === null ? null : { kind: row.match_kind, score: row.match_score ?? 1, recordId: row.match_record_id },
    dataset: datasetOf(row),
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at,
    reason: row.reason
  }
}

function changeOf(row: Row): ScrapedRecord['change'] {
  if (row.gone_run_id !== null) return 'gone'
  if (row.changed_run_id === row.last_run_id) return 'changed'
  return row.first_run_id === row.last_run_id ? 'new' : 'same'
}
