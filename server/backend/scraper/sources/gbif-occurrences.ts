import { timestamp } from '../../../lib/clock.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import { boxOf, wktOf } from './area.ts'
import { divided, mostInSearch, type Part } from './gbif-parts.ts'
import { occurrenceFault, occurrenceQuery, occurrenceWords } from './occurrence-query.ts'
import type { Inquiry, Raw, Source, SourcePage } from './source.ts'
import { textOf } from './text.ts'

/** Address of the GBIF API, version 1. Source: https://techdocs.gbif.org/en/openapi/, read 2026-11. */
export const gbifAddress = 'https://api.gbif.org/v1'

/** Number of records per page. GBIF silently caps the page size at 300. */
const pageSize = 300
/** Maximum number of records of a query. A larger query is refused. */
const mostRecords = 1_000_000

/** Position within a run: the query parts still to be read. The first part continues at an offset. */
interface Place {
  taxonKey: string | null
  parts: Part[]
  offset: number
  total: number
}

/**
 * Source of occurrences from the GBIF search. A query for more than 100,000 records is split by date, then by area, until each part is small
 * enough.
 */
// Long: the parts of one source.
export const gbifOccurrences = (address = gbifAddress): Source => ({
  kind: 'gbif.occurrences',
  title: 'GBIF occurrences',
  about: 'Occurrences from the Global Biodiversity Information Facility, with the licence of each dataset.',
  dataType: 'occurrence',
  query: occurrenceQuery,
  address,
  hosts: () => [new URL(address).host],
  words: occurrenceWords,
  fault: occurrenceFault,
  datasetsOf: 'gbif',

  async *pages(query, cursor, inquiry, most) {
    let place = cursor === null ? await begin(address, query, inquiry, most !== undefined) : (JSON.parse(cursor) as Place)
    for (let isFirst = true; ; isFirst = false) {
      const page = await pageAt(address, query, { ...place, size: most ?? pageSize }, inquiry)
      place = page.next
      const isLast = place.parts.length === 0
      yield {
        records: page.records,
        cursor: isLast ? null : JSON.stringify(place),
        total: isFirst ? place.total : null
      } satisfies SourcePage
      if (isLast) return
    }
  },

  identity: ({ key }) => (typeof key === 'number' || (typeof key === 'string' && key !== '') ? String(key) : null),

  read(raw, query) {
    const facts = {
      datasetId: textOf(raw.datasetKey),
      area: boxOf(query),
      aphiaId: null,
      url: `https://www.gbif.org/occurrence/${raw.key}`
    }
    const read = readOccurrence(raw, { ...facts, sourceFlags: Array.isArray(raw.issues) ? raw.issues.map(String) : [] })
    return { ...read, title: textOf(raw.species) ?? read.title }
  },

  async dataset(externalId, inquiry) {
    const dataset = (await inquiry.json(`${address}/dataset/${encodeURIComponent(externalId)}`)) as Raw | null
    if (!dataset) return null
    const citation = textOf((dataset.citation as Raw | null | undefined)?.text)
    const url = `https://www.gbif.org/dataset/${encodeURIComponent(externalId)}`
    return { externalId, title: textOf(dataset.title), rights: textOf(dataset.license), citation, url }
  }
})

/** Finds the taxon of a query and counts the matching records. @throws HopelessJob for a name that GBIF does not have, and for too many records */
export async function countedQuery(address: string, query: Raw, inquiry: Inquiry): Promise<QueryPart & { total: number }> {
  const taxonKey = typeof query.scientificname === 'string' ? await taxonKeyOf(address, query.scientificname, inquiry) : null
  const whole: Part = { from: textOf(query.startdate), to: textOf(query.enddate), box: boxOf(query) }
  const total = await countOf(address, query, { taxonKey, part: whole }, inquiry)
  if (total > mostRecords)
    throw new HopelessJob(
      `GBIF has ${total.toLocaleString('en')} records for this query: narrow the taxon, the area or the dates to at most ${mostRecords.toLocaleString('en')}`
    )
  return { taxonKey, part: whole, total }
}

/** Finds the taxon and splits the query. Throws the same errors as `countedQuery`. */
async function begin(address: string, query: Raw, inquiry: Inquiry, isPreview: boolean): Promise<Place> {
  const { taxonKey, part: whole, total } = await countedQuery(address, query, inquiry)
  const today = timestamp().slice(0, 10)
  if (isPreview) return { taxonKey, parts: [whole], offset: 0, total }
  const parts: Part[] = []
  let covered = 0
  const rest = [{ part: whole, count: total }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { part, count } = next
    const halves = count > mostInSearch ? divided(part, today) : null
    if (count > mostInSearch && !halves) throw new HopelessJob('GBIF has too many records for one place and day: use its download instead')
    if (!halves) {
      if (count > 0) parts.push(part)
      covered += count
      continue
    }
    for (const half of halves.reverse()) rest.push({ part: half, count: await countOf(address, query, { taxonKey, part: half }, inquiry) })
  }
  if (parts.length > 1) inquiry.log('info', `GBIF has ${total.toLocaleString('en')} records for this: read in ${parts.length} parts`)
  const unplaced = total - covered
  const words =
    unplaced === 1
      ? '1 record has no date or position and was'
      : `${unplaced.toLocaleString('en')} records have no date or position and were`
  if (unplaced > 0) inquiry.log('warning', `${words} left out`)
  return { taxonKey, parts: parts.length > 0 ? parts : [whole], offset: 0, total }
}

async function taxonKeyOf(address: string, name: string, inquiry: Inquiry): Promise<string> {
  const match = (await inquiry.json(`${address}/species/match?${new URLSearchParams({ name })}`)) as Raw | null
  const key = match?.usageKey
  if (match?.matchType !== 'EXACT' || (typeof key !== 'number' && typeof key !== 'string'))
    throw new HopelessJob(`GBIF has no taxon with the exact name ${name}`)
  return String(key)
}

interface QueryPart {
  taxonKey: string | null
  part: Part
}

function parametersOf(query: Raw, { taxonKey, part: { from, to, box } }: QueryPart): URLSearchParams {
  const range = (start: unknown, end: unknown) => `${start ?? '*'},${end ?? '*'}`
  return new URLSearchParams({
    ...(taxonKey && { taxonKey }),
    ...(box && { geometry: wktOf(box) }),
    ...((from || to) && { eventDate: range(from, to) }),
    ...((query.startdepth !== undefined || query.enddepth !== undefined) && { depth: range(query.startdepth, query.enddepth) }),
    ...(typeof query.datasetid === 'string' && { datasetKey: query.datasetid })
  })
}

async function countOf(address: string, query: Raw, request: QueryPart, inquiry: Inquiry): Promise<number> {
  const parameters = parametersOf(query, request)
  parameters.set('limit', '0')
  return answerOf(await inquiry.json(`${address}/occurrence/search?${parameters}`)).count
}

async function pageAt(
  address: string,
  query: Raw,
  { size, ...place }: Place & { size: number },
  inquiry: Inquiry
): Promise<{ records: Raw[]; next: Place }> {
  const [part, ...rest] = place.parts
  if (!part) return { records: [], next: place }
  const parameters = parametersOf(query, { taxonKey: place.taxonKey, part })
  parameters.set('limit', String(Math.min(size, mostInSearch - place.offset)))
  parameters.set('offset', String(place.offset))
  const { results, endOfRecords } = answerOf(await inquiry.json(`${address}/occurrence/search?${parameters}`))
  const offset = place.offset + results.length
  const isOver = endOfRecords || results.length === 0 || offset >= mostInSearch
  return { records: results, next: isOver ? { ...place, parts: rest, offset: 0 } : { ...place, offset } }
}

/** @throws Error for a response with an unexpected structure */
function answerOf(answer: unknown): { count: number; results: Raw[]; endOfRecords: boolean } {
  const { count, results, endOfRecords } = (answer ?? {}) as { count?: unknown; results?: unknown; endOfRecords?: unknown }
  if (typeof count !== 'number' || !Array.isArray(results) || !results.every(each => typeof each === 'object' && each !== null))
    throw new Error('GBIF sent a response with an unexpected structure')
  return { count, results: results as Raw[], endOfRecords: endOfRecords === true }
}
