import type { TSchema } from 'typebox'
import type { DataType, OutsideSource } from '../../../../shared/contracts/scraper.ts'
import type { FlagName } from '../../../../shared/outside/flags.ts'

/** A record as a source gives it. */
export type Raw = Record<string, unknown>

export type Fields = Record<string, string | number | boolean>

/** The facts of a record that lists, filters and the inbox use. */
export interface ReadRecord {
  /** Mapped fields, Darwin Core terms where there are some. */
  fields: Fields
  title: string
  url: string | null
  /** Identifier of its data set at the source. */
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

/** A data set of a publisher, as a source describes it. */
export interface CitedDataset {
  externalId: string
  title: string | null
  rights: string | null
  citation: string | null
  url: string | null
}

export interface SourcePage {
  records: Raw[]
  /** Where the next page begins; null on the last. */
  cursor: string | null
  /** Records in all; null where the source gives no number. */
  total: number | null
}

/** Requests of a run: counted, logged, and repeated where that helps. */
export interface Inquiry {
  signal: AbortSignal
  /** @throws HopelessJob for an answer that another try does not change @throws Error for one that it may */
  json(url: string): Promise<unknown>
  log(level: 'info' | 'warning', sentence: string): void
}

/** A service outside. One file each. */
export interface Source {
  kind: string
  title: string
  about: string
  dataType: DataType
  query: TSchema
  /** Addresses of the service, without a slash at the end. */
  address: string
  hosts(query: Raw): string[]
  /** A query as a sentence. */
  words(query: Raw): string
  /** A fault of a query that its schema lets pass. */
  fault?(query: Raw): { path: string; message: string } | null
  pages(query: Raw, cursor: string | null, inquiry: Inquiry): AsyncGenerator<SourcePage>
  /** @returns null for an entry that is no record */
  identity(raw: Raw): string | null
  read(raw: Raw, query: Raw): ReadRecord
  /** Name of the service whose identifiers its data sets have. */
  datasetsOf: string
  /** @returns null for a data set that the service does not have */
  dataset(externalId: string, inquiry: Inquiry): Promise<CitedDataset | null>
}

export const asOutsideSource = (source: Source): OutsideSource => ({
  kind: source.kind,
  title: source.title,
  about: source.about,
  dataType: source.dataType,
  query: source.query,
  hosts: source.hosts({})
})
