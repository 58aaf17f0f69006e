import type { ArchiveTable } from '../../exchange/formats/darwin-core/meta.ts'
import { describedTables } from '../../exchange/formats/darwin-core/open.ts'
import { archiveRows } from '../../exchange/formats/darwin-core/table-read.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../files/xml.ts'
import { DamagedArchive, openZip, type ZipEntry } from '../../files/zip-read.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import type { Box } from './area.ts'
import type { CitedDataset, Inquiry, Raw, ReadRecord, SourcePage } from './source.ts'
import { aphiaIdOf, pagesOf } from './table.ts'
import { textOf } from './text.ts'

/** Value of the `Accept` header for an archive. */
export const archiveTypes = 'application/zip, */*;q=0.5'
/** Maximum size of an archive in bytes. */
export const mostArchiveBytes = 200_000_000
/** Maximum number of occurrences in an archive. */
export const mostArchiveRecords = 1_000_000
const mostDatasets = 5000
/** Maximum number of core records kept in memory while the occurrences are read. */
const mostEvents = 200_000

/**
 * Reads the occurrences of a Darwin Core Archive page by page, each with the datasets that the archive describes.
 * @param from number of occurrences to skip
 * @throws HopelessJob for a file that is not such an archive
 */
export async function* archivePages(file: Buffer, from: number, inquiry: Inquiry, most?: number): AsyncGenerator<SourcePage> {
  try {
    const { entries, close } = await openZip(file)
    try {
      const datasets = await datasetsIn(entries, inquiry)
      for await (const page of pagesOf(occurrencesOf(entries, inquiry), from, most)) yield { ...page, datasets }
    } finally {
      close()
    }
  } catch (cause) {
    if (cause instanceof NotThisFormat || cause instanceof DamagedArchive) throw new HopelessJob(cause.message, { cause })
    throw cause
  }
}

/** Identity of an occurrence in an archive; null without an identifier. */
export const archiveIdentity = (raw: Raw): string | null => textOf(raw.gbifID) ?? textOf(raw.occurrenceID) ?? textOf(raw.id)

/** Facts of an occurrence in an archive. @param of area of the query, and the dataset for records that name none */
export function readArchived(raw: Raw, of: { datasetId: string | null; area: Box | null }): ReadRecord {
  const url = textOf(raw.gbifID) === null ? undefined : `https://www.gbif.org/occurrence/${textOf(raw.gbifID)}`
  const sourceFlags = String(raw.issue ?? '')
    .split(';')
    .filter(Boolean)
  const facts = { datasetId: textOf(raw.datasetKey) ?? of.datasetId, area: of.area, aphiaId: aphiaIdOf(raw), sourceFlags }
  return readOccurrence(raw, { ...facts, ...(url && { url }) })
}

/** Yields the occurrences of an archive as objects keyed by local term name. Terms found only in the core record are added. */
async function* occurrencesOf(entries: readonly ZipEntry[], { signal }: Inquiry): AsyncGenerator<Raw> {
  const archive = await describedTables(entries)
  if (!archive) throw new HopelessJob('The archive has no meta.xml')
  const { tables, contentOf } = archive
  const table = tables.find(({ rowType }) => rowType === 'Occurrence')
  const core = tables.find(({ isCore }) => isCore)
  if (!table) throw new HopelessJob('The archive has no table of occurrences')

  async function* recordsOf(read: ArchiveTable): AsyncGenerator<{ key: string; raw: Raw }> {
    const terms = [...read.fields.keys()]
    for await (const row of archiveRows(contentOf(read), read, { signal })) {
      if ('kind' in row) continue
      yield { key: row.key, raw: Object.fromEntries(terms.flatMap(term => (row.cell(term) ? [[term, row.cell(term)]] : []))) }
    }
  }

  const events = new Map<string, Raw>()
  if (core && core !== table)
    for await (const { key, raw } of recordsOf(core)) {
      if (events.size === mostEvents) throw new HopelessJob(`The archive has more than ${mostEvents.toLocaleString('en')} events`)
      events.set(key, raw)
    }
  let count = 0
  for await (const { key, raw } of recordsOf(table)) {
    if (count === mostArchiveRecords)
      throw new HopelessJob(`The archive has more than ${mostArchiveRecords.toLocaleString('en')} occurrences`)
    count += 1
    yield { ...events.get(key), ...(core === table && key !== '' && { id: key }), ...raw }
  }
}

/** Reads the datasets of a GBIF download: one EML file each, named after the dataset key. */
async function datasetsIn(entries: readonly ZipEntry[], { signal, log }: Inquiry): Promise<CitedDataset[]> {
  const described = entries.filter(({ name }) => /(^|\/)dataset\/[^/]+\.xml$/.test(name)).slice(0, mostDatasets)
  const datasets: CitedDataset[] = []
  for (const entry of described) {
    const externalId = entry.name.replace(/^.*\//, '').replace(/\.xml$/, '')
    try {
      datasets.push({ externalId, ...(await factsOf(entry, signal)) })
    } catch (error) {
      if (!(error instanceof NotThisFormat)) throw error
      log('warning', `Licence and citation of dataset ${externalId} are unknown: ${error.message}`)
    }
  }
  return datasets
}

async function factsOf(entry: ZipEntry, signal: AbortSignal): Promise<Omit<CitedDataset, 'externalId'>> {
  const facts: Omit<CitedDataset, 'externalId'> = { title: null, rights: null, citation: null, url: null }
  const what = { root: 'eml:eml', names: ['dataset', 'additionalMetadata'], format: 'EML' }
  for await (const element of xmlElements(entry.content(), what, { signal })) {
    if (element.name === 'dataset') {
      facts.title = textOf(childText(element, 'title'))
      facts.rights = textOf(wholeText(element.children.find(({ name }) => name === 'intellectualRights')))
    } else facts.citation ??= textOf(wholeText(withName(element, 'citation')))
  }
  return facts
}

/** Returns the text of an element and all its descendants. */
const wholeText = (element: XmlElement | undefined): string =>
  element ? [element.text, ...element.children.map(wholeText)].filter(Boolean).join(' ') : ''

function withName(element: XmlElement, wanted: string): XmlElement | undefined {
  if (element.name === wanted) return element
  for (const child of element.children) {
    const found = withName(child, wanted)
    if (found) return found
  }
  return undefined
}
