import type { TSchema } from 'typebox'
import type { DataType, OutsideSource } from '../../../../shared/contracts/scraper.ts'
import type { FlagName } from '../../../../shared/outside/flags.ts'
import type { Fetched } from '../../fetcher/fetcher.ts'

/** Record as received from a source. */
export type Raw = Record<string, unknown>

export type Fields = Record<string, string | number | boolean>

/** Facts of a record that are used in lists, filters and the inbox. */
export interface ReadRecord {
  /** Mapped fields, named after Darwin Core terms where these exist. */
  fields: Fields
  title: string
  url: string | null
  /** Identifier of the record's dataset at the source. */
  datasetId: string | null
  occurrenceId: string | null
  aphiaId: number | null
  eventDate: string | null
  firstDay: string | null
  lastDay: string | null
  latitude: number | null
  longitude: number | null
  uncertaintyInMeters: number | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
  flags: FlagName[]
  sourceFlags: string[]
}

/** Dataset of a publisher, as the source describes it. */
export interface CitedDataset {
  externalId: string
  title: string | null
  rights: string | null
  citation: string | null
  url: string | null
}

export interface SourcePage {
  records: Raw[]
  /** Position of the next page; null on the last page. */
  cursor: string | null
  /** Total number of records; null when the source does not report it. */
  total: number | null
  /** Datasets described in the response, which need no further request. */
  datasets?: readonly CitedDataset[]
}

/** Response of a service to a request with an account. */
export interface Answered {
  status: number
  text: string
  /** The text without the account, to be shown to people. */
  shown: string
}

/** Request client of a run. Requests are counted and logged, and retried where that may help. */
export interface Inquiry {
  signal: AbortSignal
  /** @throws HopelessJob for a response that a retry would not change @throws Error for other failures */
  json(url: string): Promise<unknown>
  /** Fetches a file or page. Outside documented APIs, the `robots.txt` of the host must permit the request. Throws the same errors as `json`. */
  file(url: string, wanted: WantedFile): Promise<Fetched>
  /** Name of the account that the job uses at the service; null without an account. */
  accountName: string | null
  /**
   * Sends one request with the account of the job, to its service only. Redirects are refused. Failures are not retried, because a repeated request
   * may change something twice.
   * @throws HopelessJob for an unacceptable address or response @throws Error for a service that is unreachable or has an error
   */
  asAccount(url: string, request?: { method?: 'GET' | 'POST' | 'DELETE'; json?: unknown }): Promise<Answered>
  log(level: 'info' | 'warning', sentence: string): void
}

/** Time limit of a run for a whole file, in milliseconds. */
export const fileWithinMs = 3_600_000

export interface WantedFile {
  accept: string
  maxBytes: number
  /** Time limit in milliseconds. */
  withinMs?: number
  /** Whether the file belongs to a documented API, whose `robots.txt` is not requested. */
  isOfApi?: true
}

/** External service that provides records. Each source has its own file. */
export interface Source {
  kind: string
  title: string
  about: string
  dataType: DataType
  query: TSchema
  /** Schema of the account that the service requires, with `name` and `password`. Only owners of a project edit and run such jobs. */
  account?: TSchema
  /** Base address of the service, without a trailing slash. */
  address: string
  hosts(query: Raw): string[]
  /** Describes a query in words. */
  words(query: Raw): string
  /** Returns a fault of a query that its schema cannot detect. */
  fault?(query: Raw): { path: string; message: string } | null
  /** Whether the source drops old entries by design, so that missing records do not count as gone. */
  dropsOldEntries?: true
  /** @param most number of records needed for a preview; absent in a run */
  pages(query: Raw, cursor: string | null, inquiry: Inquiry, most?: number): AsyncGenerator<SourcePage>
  /** Whether a run cancelled at a position leaves work at the service that continues without the run. */
  leftBehind?(cursor: string): boolean
  /**
   * Ends the work that a cancelled run has begun at the service.
   * @param isLastTry whether to give up on a request that is not found at the service
   */
  end?(cursor: string, query: Raw, inquiry: Inquiry, isLastTry: boolean): Promise<void>
  /** Whether datasets that arrive with the records replace the datasets stored by earlier runs. */
  renewsDatasets?: true
  /** @returns null for an entry that is not a record */
  identity(raw: Raw): string | null
  read(raw: Raw, query: Raw): ReadRecord
  /** Namespace of the source's dataset identifiers, such as `gbif`, `obis.checklist` or `address`. */
  datasetsOf: string
  /** @returns null for a dataset that the service does not have */
  dataset(externalId: string, inquiry: Inquiry, query: Raw): Promise<CitedDataset | null>
}

export const asOutsideSource = (source: Source): OutsideSource => ({
  kind: source.kind,
  title: source.title,
  about: source.about,
  dataType: source.dataType,
  query: source.query,
  ...(source.account && { account: source.account }),
  hosts: source.hosts({})
})
