import type { Generated } from 'kysely'
import type { Opportunity, OpportunityKind, ReportReason } from '../../../shared/contracts/opportunities.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    opportunity: OpportunityTable
    opportunity_save: OpportunitySaveTable
    opportunity_date: OpportunityDateTable
    opportunity_version: OpportunityVersionTable
    opportunity_report: OpportunityReportTable
    opportunity_profile: OpportunityProfileTable
    opportunity_reminder: OpportunityReminderTable
    calendar_token: CalendarTokenTable
    opportunity_source: OpportunitySourceTable
    opportunity_index: OpportunityIndexTable
    opportunity_title_word: OpportunityTitleWordTable
  }
}

export interface OpportunityTable {
  id: string
  author_id: string | null
  state: Opportunity['state']
  kind: OpportunityKind
  /** JSON of the fields without a column. */
  facts: string
  /** JSON of the facts that a list shows; empty for rows older than this column. */
  card: Generated<string>
  /** JSON of the facts that are compared with a person; empty for rows older than this column. */
  fit_facts: Generated<string>
  /** Regions in lower case, enclosed by bars: `|north-east atlantic|baltic|`. */
  region_key: string
  taxon_key: Generated<string>
  career_key: string
  /** Earliest instant of the last deadline. */
  closes_at: string | null
  /** Value of `closes_at`; without a deadline, a key that sorts after every instant. */
  sort_key: string
  /** Latest instant of the last deadline, or of the departure. Without either, a key that sorts after every instant. */
  expires_at: string
  /** Whether the feeds show the opportunity to people without an account. */
  is_public: Generated<Flag>
  /** Number of open reports. */
  open_reports: Generated<number>
  moderation_reason: string | null
  moderated_at: string | null
  created_at: string
  modified_at: string
  revision: number
}

export interface OpportunitySaveTable {
  account_id: string
  opportunity_id: string
  saved_at: string
  note: string | null
  /** JSON list of hours before a date. */
  reminders: Generated<string>
  /** Time of the next reminder; null without one. */
  next_at: string | null
}

/** Deadline, departure or start of an opportunity. */
export interface OpportunityDateTable {
  opportunity_id: string
  /** Position among the dates of the opportunity. */
  place: number
  kind: 'deadline' | 'departure' | 'start'
  /** Milliseconds since 1970. */
  earliest_ms: number
  latest_ms: number
}

/** State of an opportunity before an edit. */
export interface OpportunityVersionTable {
  opportunity_id: string
  /** Revision of this state. */
  revision: number
  /** Time of the edit that replaced this state. `account_id` and `reason` belong to the same edit. */
  at: string
  account_id: string | null
  reason: string | null
  state: Opportunity['state']
  kind: OpportunityKind
  facts: string
}

export interface OpportunityReportTable {
  id: string
  opportunity_id: string
  account_id: string
  reason: ReportReason
  note: string | null
  at: string
}

export interface OpportunityProfileTable {
  account_id: string
  /** JSON of OpportunityProfile. */
  facts: string
}

/** Reminder that a person has received. */
export interface OpportunityReminderTable {
  id: string
  account_id: string
  opportunity_id: string
  /** Instant and kind of the date, and the hours before it. The combination is unique for a person and an opportunity. */
  due: string
  text: string
  at: string
  /** Null when no e-mail is sent. */
  mail_state: 'waiting' | 'sending' | 'sent' | 'failed' | null
  mail_tries: Generated<number>
}

export interface CalendarTokenTable {
  id: string
  account_id: string
  /** SHA-256 of the secret, hex. */
  hash: string
  name: string
  /** JSON of CalendarChoice. */
  choice: string
  created_at: string
  last_used_at: string | null
}

/** Record from another service that became an opportunity, or that is a further source of one. */
export interface OpportunitySourceTable {
  record_id: string
  /** Null once the opportunity was deleted, and within the transaction that takes the record. */
  opportunity_id: string | null
  url: string | null
  /** SHA-256 (hex) of the normalised address, which is the same for all copies of a call. */
  url_key: string | null
  found_at: string
}

/** Facts by which an opportunity is found and sorted, in a narrow row. PostgreSQL also has `search`, a text-search column of the words. */
export interface OpportunityIndexTable {
  /** Number of the row in SQLite's full-text index. */
  number: Generated<number>
  opportunity_id: string
  /** Earliest instant of the first deadline, in milliseconds since 1970. Without a deadline, a key that sorts after every instant. */
  first_ms: number
  /** Latest instant of the first deadline. */
  first_until_ms: number
  /** Latest instant of all dates; 0 without any. */
  last_ms: number
  /** SHA-256 (hex) of the canonical web address. */
  url_key: string | null
  /** Words of all facts in lower case and without accents, separated by spaces. */
  words: string
}

/** Beginning of a word in the title of an opportunity. */
export interface OpportunityTitleWordTable {
  start: string
  opportunity_id: string
}
