import { createHash } from 'node:crypto'
import { NotATable, openDelimited, UnusableTable } from '../../files/delimited.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import { fileWithinMs, type Raw, type Source, type SourcePage } from './source.ts'
import { textOf } from './text.ts'

const mostBytes = 50_000_000
const mostRows = 1_000_000
const pageSize = 5000

/** Source of occurrences from an online table whose columns are named after Darwin Core terms. */
export const table = (): Source => ({
  kind: 'table',
  title: 'Table (CSV)',
  about: 'Occurrences from a table with Darwin Core columns, separated by commas, semicolons or tabs.',
  dataType: 'occurrence',
  query: addressQuery({}),
  address: '',
  hosts: hostsOf,
  words: query => `Table ${addressOf(query)}`,
  fault: addressFault,
  datasetsOf: 'address',

  async *pages(query, cursor, inquiry) {
    const { body } = await inquiry.file(addressOf(query), {
      accept: 'text/csv, text/plain;q=0.9, */*;q=0.5',
      maxBytes: mostBytes,
      withinMs: fileWithinMs
    })
    yield* pagesOf(rowsOf(body), Number(cursor ?? 0))
  },

  identity: rowIdentity,
  read: (raw, query) => readOccurrence(raw, { datasetId: datasetOfQuery(query).externalId, area: null, aphiaId: aphiaIdOf(raw) }),
  dataset: async (_id, _inquiry, query) => datasetOfQuery(query)
})

/** Yields the rows of a table as objects keyed by column. @throws HopelessJob for a file that is not a table */
export async function* rowsOf(file: Buffer): AsyncGenerator<Raw> {
  try {
    const { header, rows } = await openDelimited(file, mostRows)
    const names = header.map(name => name.trim().replace(/^.*[:/#]/, ''))
    for await (const { cells } of rows) yield Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))
  } catch (cause) {
    if (cause instanceof UnusableTable || cause instanceof NotATable) throw new HopelessJob(cause.message, { cause })
    throw cause
  }
}

/** Splits rows into pages, skipping the first `from` rows. The last page has the total number of rows. */
export async function* pagesOf(rows: AsyncIterable<Raw> | Iterable<Raw>, from: number, size = pageSize): AsyncGenerator<SourcePage> {
  let [records, place]: [Raw[], number] = [[], 0]
  for await (const row of rows) {
    place += 1
    if (place <= from) continue
    if (records.length === size) {
      yield { records, cursor: String(place - 1), total: null }
      records = []
    }
    records.push(row)
  }
  yield { records, cursor: null, total: place }
}

/** Returns the identity of a row: its `occurrenceID`, else a hash. Without an `occurrenceID`, a changed row counts as a new record. */
export const rowIdentity = (raw: Raw): string | null =>
  textOf(raw.occurrenceID) ?? `row ${createHash('sha256').update(JSON.stringify(raw)).digest('base64url')}`

const lsid = /(?:urn:lsid:marinespecies\.org:taxname:|marinespecies\.org\/aphia\.php\?p=taxdetails&id=)(\d+)$/

/** Returns the AphiaID of a row, from its own column or from the identifier of the scientific name. */
export const aphiaIdOf = (raw: Raw): unknown =>
  textOf(raw.aphiaID) ?? textOf(raw.AphiaID) ?? lsid.exec(String(raw.scientificNameID ?? ''))?.[1]
