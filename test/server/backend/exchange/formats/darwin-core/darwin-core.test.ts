import { SaxesParser } from 'saxes'
import t from 'tap'
import { eventFaults, measurementFaults, occurrenceFaults } from '../../../../../../server/backend/exchange/formats/darwin-core/checks.ts'
import { type EmlFacts, emlXml } from '../../../../../../server/backend/exchange/formats/darwin-core/eml.ts'
import {
  eventTable,
  listCell,
  measurementTable,
  metaXml,
  multimediaTable,
  occurrenceTable,
  tableHeader,
  tableRow
} from '../../../../../../server/backend/exchange/formats/darwin-core/tables.ts'

/** Names of the elements in order, with their depth. Throws when the text is not well-formed. */
function elementsOf(xml: string) {
  const parser = new SaxesParser({ xmlns: true })
  const elements: { depth: number; name: string; attributes: Record<string, string> }[] = []
  let depth = 0
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
    elements.push({ depth: depth++, name, attributes: plain })
  })
  parser.on('closetag', () => depth--)
  parser.write(xml).close()
  return elements
}

t.test('meta.xml lists the core first, each column once, and OBIS’s own terms', async t => {
  const elements = elementsOf(metaXml([eventTable, occurrenceTable, measurementTable, multimediaTable]))
  t.same(
    elements.filter(({ depth }) => depth === 1).map(({ name }) => name),
    ['core', 'extension', 'extension', 'extension']
  )
  const order = elements.filter(({ depth }) => depth === 2).map(({ name }) => name)
  t.same(order.slice(0, 3), ['files', 'id', 'field'])
  const terms = elements.filter(({ name }) => name === 'field').map(({ attributes }) => attributes.term ?? '')
  t.ok(terms.includes('http://rs.iobis.org/obis/terms/measurementTypeID'))
  t.ok(terms.includes('http://rs.tdwg.org/dwc/terms/eventID'))
  t.ok(terms.includes('http://purl.org/dc/terms/identifier'))
  for (const table of [eventTable, occurrenceTable, measurementTable, multimediaTable])
    t.equal(new Set(table.columns).size, table.columns.length)
  t.match(elements[1]?.attributes, { fieldsTerminatedBy: '\\t', linesTerminatedBy: '\\n', fieldsEnclosedBy: '', ignoreHeaderLines: '1' })
})

t.test('a row has as many cells as its table, and no cell breaks it', async t => {
  const row = tableRow(eventTable, {
    eventID: 'EX24:1',
    decimalLatitude: 40.05,
    decimalLongitude: 1e-7,
    habitat: 'sand\tand\nrock\u2028 ',
    locality: 'NaN',
    eventRemarks: null,
    minimumDepthInMeters: Number.NaN
  })
  t.equal(row.split('\t').length, tableHeader(eventTable).split('\t').length)
  t.match(row, /^EX24:1\t\t\t\t40\.05\t0\.0000001\t\t\t\t\t/)
  t.match(row, /sand and rock\t\t\t\n$/)
  const numbers = [3, -2.5e-7, 1e-13, 1.25e21, 1e30].map(measurementValue => tableRow(measurementTable, { measurementValue }).trim())
  t.same(numbers, ['3', '-0.00000025', '0.0000000000001', '1250000000000000000000', `1${'0'.repeat(30)}`], 'no exponent')
  t.equal(listCell(['Ada | Example', ' ', 'Bo']), 'Ada / Example | Bo')
})

const facts: EmlFacts = {
  identifier: '6e1c0b0e-1f2a-4f7e-9a53-0d9f1f6f2b11',
  version: '1.0',
  system: 'https://example.org',
  title: 'Megafauna & <friends>',
  creators: [
    {
      givenName: 'Ada',
      surName: 'Example',
      organizationName: 'Institute',
      electronicMailAddress: 'a@example.org',
      orcid: '0000-0002-1825-0097'
    }
  ],
  metadataProviders: [{ organizationName: 'Institute' }],
  contacts: [{ organizationName: 'Institute' }],
  pubDate: '2025-01-15',
  language: 'en',
  abstract: 'Photographs',
  keywords: ['benthos'],
  license: 'CC-BY-4.0',
  coverage: { description: 'Ridge', west: -30.5, east: -30.1, north: 40.2, south: 39.9 },
  dates: { begin: '2024-06-01', end: '2024-06-14' },
  citation: { text: 'Example A (2025).', identifier: 'https://doi.org/10.0000/example' },
  writtenAt: '2025-01-15T10:00:00.000Z'
}

t.test('eml.xml has the required parts of the profile, in order', async t => {
  const elements = elementsOf(emlXml(facts))
  t.match(elements[0]?.attributes, { packageId: `${facts.identifier}/v1.0`, system: 'https://example.org', scope: 'system' })
  t.same(
    elements.filter(({ depth }) => depth === 2).map(({ name }) => name),
    [
      'alternateIdentifier',
      'title',
      'creator',
      'metadataProvider',
      'pubDate',
      'language',
      'abstract',
      'keywordSet',
      'keywordSet',
      'intellectualRights',
      'licensed',
      'coverage',
      'maintenance',
      'contact',
      'metadata'
    ]
  )
  const creator = elements.findIndex(({ name }) => name === 'creator')
  t.same(
    elements.slice(creator + 1, creator + 7).map(({ name }) => name),
    ['individualName', 'givenName', 'surName', 'organizationName', 'electronicMailAddress', 'userId']
  )
  const { coverage, dates, ...without } = facts
  t.notOk(elementsOf(emlXml(without)).some(({ name }) => name === 'coverage'))
})

const now = new Date('2026-11-20T00:00:00Z')
const event = {
  eventID: 'EX24:1',
  eventDate: '2024-06-02T04:29:27Z',
  decimalLatitude: 40,
  decimalLongitude: -30,
  coordinateUncertaintyInMeters: 15,
  minimumDepthInMeters: 1874,
  maximumDepthInMeters: 1874,
  samplingProtocol: 'towed camera transect',
  sampleSizeValue: 5.1,
  sampleSizeUnit: 'square metre'
} as const
const occurrence = {
  eventID: 'EX24:1',
  occurrenceID: 'EX24:1:a17',
  scientificName: 'Brisinga',
  scientificNameID: 'urn:lsid:marinespecies.org:taxname:123210',
  kingdom: 'Animalia',
  occurrenceStatus: 'present',
  basisOfRecord: 'MachineObservation',
  identifiedBy: 'Ada Example',
  identificationVerificationStatus: 'ValidatedByHuman'
} as const

t.test('rows that OBIS and GBIF accept have no faults', async t => {
  t.same(eventFaults(event, true, now), [])
  t.same(eventFaults({ eventID: 'EX24' }, false, now), [])
  t.equal(eventFaults({ eventID: 'EX24:2', eventType: 'Image' }, false, now).length, 2, 'an empty image was sampled too')
  for (const eventDate of ['2024', '2024-06', '2024-06-01/2024-06-14', '2024-06-02T04:29', '2024-06-02T04:29:27.5+02:00'])
    t.same(eventFaults({ ...event, eventDate }, true, now), [], eventDate)
  t.same(occurrenceFaults(occurrence), [])
  t.same(occurrenceFaults({ ...occurrence, kingdom: null }), [], 'its identifier distinguishes it from its namesakes')
  t.same(
    measurementFaults({ measurementType: 'length', measurementTypeID: 'http://vocab.nerc.ac.uk/collection/P01/current/OBSINDLX/' }),
    []
  )
})

t.test('each broken rule is reported with its column', async t => {
  const events: [object, string, boolean][] = [
    [{ eventID: '' }, 'eventID', true],
    [{ eventDate: '02/06/2024' }, 'eventDate', true],
    [{ eventDate: '20240602' }, 'eventDate', true],
    [{ eventDate: '2023-00-00' }, 'eventDate', true],
    [{ eventDate: '' }, 'eventDate', true],
    [{ eventDate: '1500-01-01' }, 'eventDate', false],
    [{ eventDate: '2027-01-01' }, 'eventDate', false],
    [{ decimalLatitude: null }, 'decimalLatitude', true],
    [{ decimalLatitude: 0, decimalLongitude: 0 }, 'decimalLatitude', true],
    [{ decimalLatitude: 91 }, 'decimalLatitude', true],
    [{ decimalLongitude: '181' }, 'decimalLongitude', true],
    [{ coordinateUncertaintyInMeters: 0 }, 'coordinateUncertaintyInMeters', false],
    [{ coordinateUncertaintyInMeters: null }, 'coordinateUncertaintyInMeters', false],
    [{ samplingProtocol: '' }, 'samplingProtocol', false],
    [{ samplingProtocol: 'TBD' }, 'samplingProtocol', false],
    [{ sampleSizeUnit: '' }, 'sampleSizeValue', false],
    [{ sampleSizeValue: null }, 'sampleSizeValue', false],
    [{ footprintWKT: 'LINESTRING (40 -130, 41 -130)' }, 'footprintWKT', false],
    [{ minimumDepthInMeters: 1900 }, 'minimumDepthInMeters', false],
    [{ minimumDepthInMeters: -5 }, 'minimumDepthInMeters', false],
    [{ maximumDepthInMeters: 12_000 }, 'maximumDepthInMeters', false]
  ]
  for (const [change, column, isError] of events)
    t.match(eventFaults({ ...event, ...change }, true, now), [{ column, isError }], JSON.stringify(change))
  const occurrences: [object, string, boolean][] = [
    [{ occurrenceID: '' }, 'occurrenceID', true],
    [{ occurrenceID: '17' }, 'occurrenceID', false],
    [{ scientificName: '' }, 'scientificName', true],
    [{ scientificName: 'Gadus cf. morhua' }, 'scientificName', false],
    [{ scientificNameID: '123210' }, 'scientificNameID', false],
    [{ scientificNameID: null }, 'scientificNameID', false],
    [{ occurrenceStatus: 'detected' }, 'occurrenceStatus', true],
    [{ basisOfRecord: 'Photo' }, 'basisOfRecord', true],
    [{ individualCount: 0 }, 'individualCount', false],
    [{ organismQuantity: 5 }, 'organismQuantity', false],
    [{ identifiedBy: '' }, 'identifiedBy', false]
  ]
  for (const [change, column, isError] of occurrences)
    t.match(occurrenceFaults({ ...occurrence, ...change }), [{ column, isError }], JSON.stringify(change))
  const columnsOf = (change: object) =>
    occurrenceFaults({ ...occurrence, scientificNameID: null, kingdom: null, ...change }).map(({ column }) => column)
  t.same(columnsOf({}), ['scientificNameID', 'kingdom'])
  t.same(columnsOf({ scientificName: 'Biota', taxonRank: 'superdomain' }), ['scientificNameID'], 'no kingdom contains it')
  t.equal(measurementFaults({}).length, 2)
})
