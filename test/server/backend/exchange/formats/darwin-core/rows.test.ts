import t from 'tap'
import { eventFaults, measurementFaults, occurrenceFaults } from '../../../../../../server/backend/exchange/formats/darwin-core/checks.ts'
import {
  emptySpan,
  eventRow,
  measurementRow,
  measurementTerms,
  occurrenceRow,
  widened
} from '../../../../../../server/backend/exchange/formats/darwin-core/rows.ts'

const image = {
  id: 'EX24:012:IMG-1',
  parentId: 'EX24:012',
  type: 'Image',
  eventDate: '2024-06-02T04:29:27.500Z',
  decimalLatitude: 40.05,
  decimalLongitude: -30.25,
  coordinateUncertaintyInMeters: 5,
  depthInMeters: 1874.5,
  areaInSquareMeters: 5.1,
  samplingProtocol: 'towed camera transect'
}
const now = new Date('2026-11-20T00:00:00Z')

t.test('an image is an event with its own time, position, depth and area', async t => {
  const row = eventRow(image)
  t.match(row, {
    eventID: 'EX24:012:IMG-1',
    parentEventID: 'EX24:012',
    eventDate: '2024-06-02T04:29:27Z',
    minimumDepthInMeters: 1874.5,
    maximumDepthInMeters: 1874.5,
    sampleSizeValue: 5.1,
    sampleSizeUnit: 'square metre'
  })
  t.same(eventFaults(row, true, now), [])
})

t.test('a parent event spans the time and depth of its children', async t => {
  const later = { ...image, eventDate: '2024-06-02T08:45:00Z', depthInMeters: 1910 }
  const span = [later, image, { ...image, eventDate: undefined, depthInMeters: undefined }].reduce(widened, emptySpan)
  const row = eventRow({ id: 'EX24:012', parentId: 'EX24', type: 'Deployment' }, span)
  t.match(row, { eventDate: '2024-06-02T04:29:27Z/2024-06-02T08:45:00Z', minimumDepthInMeters: 1874.5, maximumDepthInMeters: 1910 })
  t.same(eventFaults(row, false, now), [])
  t.match(eventRow({ id: 'EX24', parentId: null, type: 'Survey' }), { eventDate: null, minimumDepthInMeters: null, parentEventID: null })
})

t.test('a parent event of children with calendar days has days, without midnights', async t => {
  const parent = { id: 'EX24', parentId: null, type: 'Site' }
  const dateOf = (...dates: string[]) =>
    eventRow(parent, dates.map(eventDate => ({ ...image, eventDate })).reduce(widened, emptySpan)).eventDate
  t.equal(dateOf('2024-05-01'), '2024-05-01')
  t.equal(dateOf('2024-05-03', '2024-05-01'), '2024-05-01/2024-05-03')
  t.equal(dateOf('2024-05-01', '2024-05-01T10:00:00Z'), '2024-05-01')
  t.equal(dateOf('2024-05-01T10:00:00Z', '2024-05-01'), '2024-05-01')
  t.equal(dateOf('2024-05-01T10:00:00Z', '2024-05-03'), '2024-05-01/2024-05-03')
  t.equal(dateOf('2024-05-01', '2024-05-03T10:00:00Z'), '2024-05-01/2024-05-03')
})

t.test('the identifier of an organism, a person or a machine, is written as OBIS requires', async t => {
  const taxon = {
    scientificName: 'Gadus',
    aphiaId: 125732,
    rank: 'Genus',
    kingdom: 'Animalia',
    qualifier: 'cf. morhua',
    label: 'Gadus cf. morhua'
  }
  const facts = {
    eventId: image.id,
    id: `${image.id}:a17`,
    taxon,
    model: { names: ['ExampleNet 1.2'], references: ['ExampleNet 1.2', 'https://doi.org/10.5072/net'] },
    media: ['https://example.org/1.jpg', 'javascript:x']
  }
  const byMachine = occurrenceRow({ ...facts, people: [] })
  t.match(byMachine, {
    identifiedBy: 'ExampleNet 1.2',
    identificationVerificationStatus: 'PredictedByMachine',
    basisOfRecord: 'MachineObservation'
  })
  const byPeople = occurrenceRow({
    ...facts,
    people: [{ name: 'Ada Example', orcid: '0000-0002-1825-0097' }, { name: 'Bo' }],
    individualCount: 3,
    identifiedAt: '2024-07-01T09:30:00.000Z'
  })
  t.match(byPeople, {
    scientificName: 'Gadus',
    scientificNameID: 'urn:lsid:marinespecies.org:taxname:125732',
    taxonRank: 'genus',
    identificationQualifier: 'cf. morhua',
    verbatimIdentification: 'Gadus cf. morhua',
    identifiedBy: 'Ada Example | Bo',
    identifiedByID: 'https://orcid.org/0000-0002-1825-0097',
    identificationVerificationStatus: 'ValidatedByHuman',
    identificationReferences: 'ExampleNet 1.2 | https://doi.org/10.5072/net',
    organismQuantity: 3,
    organismQuantityType: 'individuals',
    dateIdentified: '2024-07-01T09:30:00Z',
    associatedMedia: 'https://example.org/1.jpg'
  })
  for (const row of [byMachine, byPeople]) t.same(occurrenceFaults(row), [])
  const parted = occurrenceRow({ ...facts, people: [], model: { names: ['Net | large', 'Other'], references: [] } })
  t.equal(parted.identifiedBy, 'Net / large | Other', 'a bar separates list entries')
  const searched = occurrenceRow({ ...facts, people: [], individualCount: 0 })
  t.equal(searched.occurrenceStatus, 'absent')
  t.same(occurrenceFaults(searched), [])
})

t.test('a measurement has its terms and a stable identifier', async t => {
  const row = measurementRow(image.id, null, measurementTerms.imageArea, 5.1)
  t.match(row, { occurrenceID: null, measurementID: 'EX24:012:IMG-1:AREABEDS', measurementValue: 5.1, measurementUnit: 'm^2' })
  t.same(measurementFaults(row), [])
})
