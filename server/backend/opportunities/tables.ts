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
  /** JSON of all facts (`Facts`). */
  facts: string
  /** JSON of the facts that lists show; empty for rows older than this column. */
  card: Generated<string>
  /** JSON of the facts that are compared with a person; empty for rows older than this column. */
  fit_facts: Generated<string>
  /** Lower-case regions between vertical bars: `|north-east atlantic|baltic|`. */
  region_key: string
  taxon_key: Generated<string>
  career_key: string
  /** Earliest instant of the last deadline; null without a deadline, and for a rolling opportunity. */
  closes_at: string | null
  /** Same as `closes_at`, or a key that sorts after every instant. */
  sort_key: string
  /**
   * Latest instant of the last deadline. Without a deadline, or if rolling, the end of the departure day, or of the last day of an event or training.
   * Without any of these, a key that sorts after every instant.
   */
  expires_at: string
  /** Whether the public feeds include the opportunity. */
  is_public: Generated<Flag>
  /** Number of people with an open report about the opportunity or about one merged into it. */
  open_reports: Generated<number>
  moderation_reason: string | null
  moderated_at: string | null
  /** Whether the opportunity came from an outside record, and never had an author. */
  is_from_record: Generated<Flag>
  /** Opportunity that this merged opportunity leads to; null for an opportunity that is not merged. */
  merged_into: Generated<string | null>
  /** Opportunity that this one was merged into by its own merge. Later merges of that opportunity change only `merged_into`. */
  merged_first_into: Generated<string | null>
  created_at: string
  modified_at: string
  revision: number
}

export interface OpportunitySaveTable {
  account_id: string
  opportunity_id: string
  saved_at: string
  note: string | null
  /** JSON array of reminder times, in hours before a date. */
  reminders: Generated<string>
  /** Time of the next reminder; null if there is none. */
  next_at: string | null
}

/** Deadline, departure or start of an opportunity. */
export interface OpportunityDateTable {
  opportunity_id: string
  /** Index of this date among the dates of the opportunity. */
  place: number
  kind: 'deadline' | 'departure' | 'start'
  /** Milliseconds since 1970. */
  earliest_ms: number
  latest_ms: number
}

/** State of an opportunity before an edit. */
export interface OpportunityVersionTable {
  opportunity_id: string
  /** Revision number of this state. */
  revision: number
  /** Time of the edit that replaced this state. `account_id` and `reason` describe the same edit. */
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
  /** Instant and kind of the date, and the number of hours before it. Each value is unique for a person and an opportunity. */
  due: string
  text: string
  at: string
  /** Null if no e-mail is sent. */
  mail_state: 'waiting' | 'sending' | 'sent' | 'failed' | null
  mail_tries: Generated<number>
}

export interface CalendarTokenTable {
  id: string
  account_id: string
  /** SHA-256 of the secret in hexadecimal. */
  hash: string
  name: string
  /** JSON of CalendarChoice. */
  choice: string
  created_at: string
  last_used_at: string | null
}

/** Record from another service that became an opportunity, or is another source of an opportunity. */
export interface OpportunitySourceTable {
  record_id: string
  /** Null after the opportunity was deleted, and while the transaction that handles the record is running. */
  opportunity_id: string | null
  url: string | null
  /** SHA-256 of the canonical address in hexadecimal. All copies of a call share it. */
  url_key: string | null
  found_at: string
}

/**
 * Narrow row with the facts that are needed to find and sort opportunities. In PostgreSQL, it also has `search`, a text-search column of the words.
 */
export interface OpportunityIndexTable {
  /** Row number in SQLite's full-text index. */
  number: Generated<number>
  opportunity_id: string
  /** Earliest instant of the first deadline, in milliseconds since 1970. Without a deadline, `noDeadlineKey`. */
  first_ms: number
  /** Latest instant of the first deadline, in milliseconds since 1970. */
  first_until_ms: number
  /** Latest instant of all dates, in milliseconds since 1970; 0 without a date. */
  last_ms: number
  /** SHA-256 of the canonical web address in hexadecimal. */
  url_key: string | null
  /** Lower-case words of all facts without accents, separated by spaces. */
  words: string
}

/** Leading letters of a word in the title of an opportunity. */
export interface OpportunityTitleWordTable {
  start: string
  opportunity_id: string
}
