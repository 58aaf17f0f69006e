import type { Generated } from 'kysely'
import type { Decision, MatchKind, RecordState } from '../../../shared/contracts/outside-records.ts'
import type { DataType, LogLine } from '../../../shared/contracts/scraper.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    scraper_job: ScraperJobTable
    scraper_run: ScraperRunTable
    scraper_log: ScraperLogTable
    scraper_request: ScraperRequestTable
    outside_dataset: OutsideDatasetTable
    scraped_record: ScrapedRecordTable
    scraped_version: ScrapedVersionTable
    record_decision: RecordDecisionTable
    record_decision_item: RecordDecisionItemTable
    scraper_host: ScraperHostTable
    inbox_rules: InboxRulesTable
  }
}

export interface ScraperJobTable {
  id: string
  project_id: string | null
  name: string
  source: string
  /** Query as JSON, valid against the schema of the source. */
  query: string
  /** JSON of ScraperLimits. */
  limits: string
  created_by: string | null
  created_at: string
  modified_at: string
  revision: number
  /** Time of the deletion. The records of the job are kept. */
  removed_at: string | null
  /** JSON of a Schedule; null for a job that is only started by hand. */
  schedule: string | null
  next_at: string | null
  /** Time at which the schedule was suspended, after repeated failures or at the limit for outside records; null otherwise. */
  rests_since: string | null
  /** Sealed name and password of the job at its source; null without an account. */
  account: string | null
}

/** Run of a scraper job. Until it has an outcome, its state is that of its queue job. */
export interface ScraperRunTable {
  id: string
  scraper_job_id: string
  /** Number of the run within its scraper job, from 1. */
  number: number
  job_id: string
  /** JSON of the query at the start of the run. */
  query: string
  /** Position of the next page; null before the first. */
  cursor: string | null
  outcome: 'done' | 'stopped' | null
  sentence: string | null
  found: Generated<number>
  new: Generated<number>
  changed: Generated<number>
  same: Generated<number>
  gone: Generated<number>
  came_back: Generated<number>
  failed: Generated<number>
  /** Number of known records that the run did not receive, when there were too many to mark as gone. */
  missing: Generated<number>
  /** Number of entries read, including duplicates and unreadable ones. */
  entries: Generated<number>
  total: number | null
  bytes: Generated<number>
  requests: Generated<number>
  pages: Generated<number>
  log_lines: Generated<number>
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface ScraperLogTable {
  run_id: string
  number: number
  at: string
  level: LogLine['level']
  sentence: string
}

export interface ScraperRequestTable {
  run_id: string
  number: number
  at: string
  url: string
  status: number | null
  bytes: number
  milliseconds: number
}

export interface OutsideDatasetTable {
  id: string
  project_id: string | null
  /** Service that issued the identifier of the dataset, such as `obis` or `gbif`. */
  source: string
  external_id: string
  title: string | null
  /** SPDX identifier. */
  licence: string | null
  rights: string | null
  citation: string | null
  url: string | null
  accessed_at: string
}

export interface ScrapedRecordTable {
  id: string
  scraper_job_id: string
  project_id: string | null
  data_type: DataType
  identity: string
  dataset_id: string | null
  /** SHA-256 of the mapped fields, to detect changes. */
  hash: string
  version: number
  state: RecordState
  decision_id: string | null
  decided_by: string | null
  decided_at: string | null
  reason: string | null
  first_run_id: string
  last_run_id: string
  changed_run_id: string | null
  gone_run_id: string | null
  /** Flags as bits, defined in `shared/outside/flags.ts`. */
  flags: number
  /** JSON list of the flags set by the source. */
  source_flags: string
  match_kind: MatchKind | null
  match_score: number | null
  match_record_id: string | null
  title: string
  /** Title in lower case, for searching. */
  title_key: string
  occurrence_id: string | null
  aphia_id: number | null
  url: string | null
  event_date: string | null
  /** First calendar day of the event; null when the date could not be parsed. */
  first_day: string | null
  last_day: string | null
  decimal_latitude: number | null
  decimal_longitude: number | null
  uncertainty_in_meters: number | null
  minimum_depth_in_meters: number | null
  maximum_depth_in_meters: number | null
}

/** Version of a record. A row is added when the record is new, and at every change. */
export interface ScrapedVersionTable {
  record_id: string
  number: number
  run_id: string
  at: string
  /** JSON of the mapped fields. */
  fields: string
  /** Original record as JSON, compressed with zstd. */
  raw: Uint8Array
}

export interface RecordDecisionTable {
  id: string
  project_id: string
  decision: Decision['decision']
  reason: string | null
  count: number
  left_out: number
  decided_by: string | null
  decided_at: string
  undone_at: string | null
  /** Inbox rule that made the decision; null for a user. */
  rule_id: string | null
}

/** State of a record before a decision. */
export interface RecordDecisionItemTable {
  decision_id: string
  record_id: string
  state: RecordState
  earlier_decision_id: string | null
  decided_by: string | null
  decided_at: string | null
  reason: string | null
}

/** Host with a current or recent request. Servers that share a database use these rows to take turns. */
export interface ScraperHostTable {
  host: string
  /** Id of the request. */
  holder: string
  /** Earliest time of the next request, in milliseconds since 1970. */
  free_at_ms: number
}

export interface InboxRulesTable {
  project_id: string
  is_on: number
  /** JSON list of InboxRule, in order. */
  rules: string
  revision: number
  modified_by: string | null
  modified_at: string
}
