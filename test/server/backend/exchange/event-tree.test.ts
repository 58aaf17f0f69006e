import t from 'tap'
import { eventTree } from '../../../../server/backend/exchange/exports/event-tree.ts'
import type { SampledProject } from '../../../../server/backend/exchange/exports/sampling-of.ts'
import type { SourceSite, SourceSurvey } from '../../../../server/backend/exchange/exports/source-sites.ts'

const sampling = {
  ...{ samplingProtocol: null, samplingDescription: null, sampleSizeValue: null, sampleSizeUnit: null, samplingEffort: null },
  ...{ habitat: null, locationID: null, footprintWKT: null }
}
const project = {
  publication: { ...sampling, coordinateUncertaintyInMeters: null },
  described: { habitat: null }
} as unknown as SampledProject
const root = { id: 'urn:uuid:project', parentId: null, type: 'Project' }

/** Returns the dates of a survey and of the project, whose images were taken at the given times. */
function datesOf(given: Pick<SourceSurvey, 'startDate' | 'endDate'>, times: readonly string[]) {
  const survey: SourceSurvey = { id: 'survey', name: 'Cruise', notes: null, ...sampling, ...given }
  const depths = { minimumDepthInMeters: null, maximumDepthInMeters: null }
  const place = { decimalLatitude: null, decimalLongitude: null, generalised: null, ...depths }
  const site: SourceSite = { id: 'site', name: 'Dive', type: 'site', survey, notes: null, ...sampling, ...place }
  const tree = eventTree(root, project)
  for (const eventDate of times) tree.add({ site }, { id: eventDate, parentId: tree.parentOf({ site }), type: 'Image', eventDate })
  const dateOf = (id: string) => tree.rows().find(({ row }) => row.eventID === id)?.row.eventDate
  return { survey: dateOf('urn:uuid:survey'), project: dateOf(root.id) }
}

const images = ['2024-06-02T10:00:00.000Z', '2024-06-14T08:45:00.000Z']

t.test('a survey with one date extends to its first or last image', async t => {
  t.equal(datesOf({ startDate: '2024-06-01', endDate: null }, images).survey, '2024-06-01/2024-06-14')
  t.equal(datesOf({ startDate: null, endDate: '2024-06-20' }, images).survey, '2024-06-02/2024-06-20')
  t.equal(datesOf({ startDate: '2024-06-14', endDate: null }, images).survey, '2024-06-14', 'a time within the day does not extend it')
  t.equal(datesOf({ startDate: '2024-06-01', endDate: '2024-06-30' }, images).survey, '2024-06-01/2024-06-30')
  t.equal(datesOf({ startDate: null, endDate: null }, images).survey, '2024-06-02T10:00:00Z/2024-06-14T08:45:00Z')
})
