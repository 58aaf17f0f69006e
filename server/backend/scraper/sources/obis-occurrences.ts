import { HopelessJob } from '../../jobs/queue.ts'
import { readOccurrence } from '../read-occurrence.ts'
import { boxOf, wktOf } from './area.ts'
import { occurrenceFault, occurrenceQuery, occurrenceWords } from './occurrence-query.ts'
import type { Raw, Source } from './source.ts'
import { textOf } from './text.ts'

/** Address of the OBIS API, version 3. Source: https://api.obis.org, read 2026-11. */
export const obisAddress = 'https://api.obis.org/v3'

/** Number of records per page. OBIS allows at most 10,000. */
const pageSize = 5000
/** Maximum number of records of a query. Above this number, OBIS recommends its bulk export. */
const mostRecords = 100_000
const passedOn = ['scientificname', 'startdate', 'enddate', 'startdepth', 'enddepth', 'datasetid']

/** Source of occurrences from OBIS. Each page starts after the last record of the previous one, and an empty page marks the end. */
export const obisOccurrences = (address = obisAddress): Source => ({
  kind: 'obis.occurrences',
  title: 'OBIS occurrences',
  about: 'Marine species observations from the Ocean Biodiversity Information System, with its quality flags.',
  dataType: 'occurrence',
  query: occurrenceQuery,
  address,
  hosts: () => [new URL(address).host],
  words: occurrenceWords,
  fault: occurrenceFault,
  datasetsOf: 'obis',

  async *pages(query, cursor, inquiry, most = pageSize) {
    const parameters = new URLSearchParams({ size: String(most) })
    for (const name of passedOn) if (query[name] !== undefined) parameters.set(name, String(query[name]))
    const box = boxOf(query)
    if (box) parameters.set('geometry', wktOf(box))
    for (let [after, isFirst] = [cursor, cursor === null]; ; isFirst = false) {
      if (after !== null) parameters.set('after', after)
      const { total, results } = pageOf(await inquiry.json(`${address}/occurrence?${parameters}`))
      if (isFirst && total !== null && total > mostRecords)
        throw new HopelessJob(
          `OBIS has ${total.toLocaleString('en')} records for this query: narrow the area or the dates, or use the bulk export at obis.org/data/access`
        )
      const last = results.at(-1)?.id
      const next = results.length > 0 && last !== undefined ? String(last) : null
      if (next !== null && next === after) throw new HopelessJob('OBIS returned the same page twice')
      yield { records: results, cursor: next, total: isFirst ? total : null }
      if (next === null) return
      after = next
    }
  },

  identity: ({ id }) => (typeof id === 'string' && id !== '' ? id : null),

  read: (raw, query) => readOccurrence(raw, { datasetId: textOf(raw.dataset_id), area: boxOf(query), aphiaId: raw.aphiaID ?? raw.aphiaid }),

  async dataset(externalId, inquiry) {
    const answer = (await inquiry.json(`${address}/dataset/${encodeURIComponent(externalId)}`)) as { results?: unknown } | null
    const [dataset] = Array.isArray(answer?.results) ? (answer.results as Raw[]) : [answer as Raw | null]
    if (dataset?.id !== externalId) return null
    const { title, intellectualrights: rights, citation, url } = dataset
    return { externalId, title: textOf(title), rights: textOf(rights), citation: textOf(citation), url: textOf(url) }
  }
})

/** @throws Error for a response with an unexpected structure */
function pageOf(answer: unknown): { total: number | null; results: Raw[] } {
  const { total, results } = (answer ?? {}) as { total?: unknown; results?: unknown }
  if (!Array.isArray(results) || !results.every(each => typeof each === 'object' && each !== null))
    throw new Error('OBIS sent a response with an unexpected structure')
  return { total: typeof total === 'number' ? total : null, results: results as Raw[] }
}
