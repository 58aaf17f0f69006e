import { addressFault, addressOf, addressQuery, datasetOfQuery, hostsOf } from './address-query.ts'
import { archiveIdentity, archivePages, archiveTypes, mostArchiveBytes, readArchived } from './archive-records.ts'
import { fileWithinMs, type Source } from './source.ts'

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
    const { body } = await inquiry.file(addressOf(query), { accept: archiveTypes, maxBytes: mostArchiveBytes, withinMs: fileWithinMs })
    yield* archivePages(body, Number(cursor ?? 0), inquiry, most)
  },

  identity: archiveIdentity,
  read: (raw, query) => readArchived(raw, { datasetId: datasetOfQuery(query).externalId, area: null }),
  dataset: async (externalId, _inquiry, query) => (externalId === datasetOfQuery(query).externalId ? datasetOfQuery(query) : null)
})
