import { boxOf, wktOf } from './area.ts'
import { obisAddress } from './obis-occurrences.ts'
import { occurrenceFault, occurrenceQuery, occurrenceWords } from './occurrence-query.ts'
import { plainRecord, scalarsOf } from './plain-record.ts'
import type { Raw, Source } from './source.ts'
import { textOf } from './text.ts'

const pageSize = 1000
const passedOn = ['scientificname', 'startdate', 'enddate', 'startdepth', 'enddepth', 'datasetid']
/**
 * Record count of a taxon, which grows with every dataset. The count is shown only in the original record, so that changes to the count are ignored.
 */
const volatile = new Set(['records'])

/** Source of the taxa with records in OBIS, for an area, a taxon or a dataset. Paging uses `skip`. */
// Long: the parts of one source.
export const obisChecklist = (address = obisAddress): Source => ({
  kind: 'obis.checklist',
  title: 'OBIS checklist',
  about: 'Taxa recorded in the Ocean Biodiversity Information System, with the number of records of each.',
  dataType: 'taxon',
  query: occurrenceQuery,
  address,
  hosts: () => [new URL(address).host],
  words: query => `Taxa of ${occurrenceWords(query)}`,
  fault: occurrenceFault,
  datasetsOf: 'obis.checklist',

  async *pages(query, cursor, inquiry, most = pageSize) {
    const parameters = new URLSearchParams({ size: String(most) })
    for (const name of passedOn) if (query[name] !== undefined) parameters.set(name, String(query[name]))
    const box = boxOf(query)
    if (box) parameters.set('geometry', wktOf(box))
    for (let skip = Number(cursor ?? 0); ; ) {
      parameters.set('skip', String(skip))
      const { total, results } = checkedPage(await inquiry.json(`${address}/checklist?${parameters}`))
      skip += results.length
      const isLast = results.length === 0 || (total !== null && skip >= total)
      yield { records: results, cursor: isLast ? null : String(skip), total }
      if (isLast) return
    }
  },

  identity: ({ taxonID }) => (typeof taxonID === 'number' || (typeof taxonID === 'string' && taxonID !== '') ? String(taxonID) : null),

  read(raw) {
    const id = Number(raw.taxonID)
    const aphiaId = Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
    return plainRecord({
      title: textOf(raw.scientificName),
      url: aphiaId === null ? null : `https://www.marinespecies.org/aphia.php?p=taxdetails&id=${aphiaId}`,
      datasetId: 'checklist',
      aphiaId,
      fields: scalarsOf(raw, volatile)
    })
  },

  async dataset(externalId) {
    const citation = 'OBIS. Ocean Biodiversity Information System. Intergovernmental Oceanographic Commission of UNESCO. https://obis.org'
    return { externalId, title: 'OBIS checklist', rights: null, citation, url: 'https://obis.org' }
  }
})

/** @throws Error for a response with an unexpected structure */
function checkedPage(answer: unknown): { total: number | null; results: Raw[] } {
  const { total, results } = (answer ?? {}) as { total?: unknown; results?: unknown }
  if (!Array.isArray(results) || !results.every(each => typeof each === 'object' && each !== null))
    throw new Error('OBIS sent a response with an unexpected structure')
  return { total: typeof total === 'number' ? total : null, results: results as Raw[] }
}
