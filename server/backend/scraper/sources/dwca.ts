import type { ArchiveTable } from '../../exchange/formats/darwin-core/meta.ts'
import { describedTables } from '../../exchange/formats/darwin-core/open.ts'
import { archiveRows } from '../../exchange/formats/darwin-core/table-read.ts'
import { NotThisFormat } from '../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../files/xml.ts'
import { DamagedArchive, openZip, type ZipEntry } from '../../files/zip-read.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import type { CitedDataset, Inquiry, Raw, Source } from './source.ts'
import { aphiaIdOf, pagesOf } from './table.ts'
import { textOf } from './text.ts'

const mostBytes = 200_000_000
const mostDatasets = 5000
const mostRecords = 1_000_000
/** Maximum number of core records kept in memory while the occurrences are read. */
const mostEvents = 200_000

/** Source of occurrences from a Darwin Core Archive, such as a GBIF download or an archive from an IPT. */
// Long: the parts of one source.
export const dwca = (): Source => ({
  kind: 'dwca',
  title: 'Darwin Core Archive',
  about: 'Occurrences from an archive (ZIP) by GBIF, OBIS or an IPT, with the licence and citation of each dataset in it.',
  dataType: 'occurrence',
  query: addressQuery({}),
  address: '',
  hosts: hostsOf,
  words: query => `Archive ${addressOf(query)}`,
  fault: addressFault,
  datasetsOf: 'archive',

  async *pages(query, cursor, inquiry, most) {
    const { body } = await inquiry.file(addressOf(query), { accept: 'application/zip, */*;q=0.5', maxBytes: mostBytes })
    try {
      const { entries, close } = await openZip(body)
      try {
        const datasets = await datasetsIn(entries, inquiry)
        for await (const page of pagesOf(occurrencesOf(entries, inquiry), Number(cursor ?? 0), most)) yield { ...page, datasets }
      } finally {
        close()
      }
    } catch (cause) {
      if (cause instanceof NotThisFormat || cause instanceof DamagedArchive) throw new HopelessJob(cause.message, { cause })
      throw cause
    }
  },

  identity: raw => textOf(raw.gbifID) ?? textOf(raw.occurrenceID) ?? textOf(raw.id),

  read(raw, query) {
    const datasetId = textOf(raw.datasetKey) ?? datasetOfQuery(query).externalId
    const url = textOf(raw.gbifID) === null ? undefined : `https://www.gbif.org/occurrence/${textOf(raw.gbifID)}`
    const sourceFlags = String(raw.issue ?? '')
      .split(';')
      .filter(Boolean)
    return readOccurrence(raw, { datasetId, area: null, aphiaId: aphiaIdOf(raw), sourceFlags, ...(url && { url }) })
  },

  dataset: async (externalId, _inquiry, query) => (externalId === addressOf(query) ? datasetOfQuery(query) : null)
})

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
    if (count === mostRecords) throw new HopelessJob(`The archive has more than ${mostRecords.toLocaleString('en')} occurrences`)
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
