import type { Observation, ObservationFilter } from '../../../shared/contracts/observations.ts'
import { csvLine } from '../files/csv.ts'
import { harmlessCell } from '../files/report-cell.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { observationRepository } from './repository.ts'

/** Columns of the CSV table, each with a function that formats its cells. The names are Darwin Core terms; the last three are Dublin Core terms. */
const columns: Record<string, (observation: Observation) => string | number | null | undefined> = {
  occurrenceID: ({ id, occurrenceID, generalised }) => occurrenceID ?? (generalised ? null : `urn:uuid:${id}`),
  basisOfRecord: ({ basisOfRecord }) => basisOfRecord,
  occurrenceStatus: ({ occurrenceStatus }) => occurrenceStatus,
  vernacularName: ({ labelId, name }) => (labelId === null ? null : name),
  scientificName: ({ scientificName }) => scientificName,
  verbatimIdentification: ({ verbatimIdentification }) => verbatimIdentification,
  individualCount: ({ individualCount }) => individualCount,
  organismQuantity: ({ organismQuantity }) => organismQuantity,
  organismQuantityType: ({ organismQuantityType }) => organismQuantityType,
  eventDate: ({ eventDate }) => eventDate,
  locality: ({ siteName }) => siteName,
  decimalLatitude: ({ place }) => place?.decimalLatitude,
  decimalLongitude: ({ place }) => place?.decimalLongitude,
  coordinateUncertaintyInMeters: ({ coordinateUncertaintyInMeters }) => coordinateUncertaintyInMeters,
  minimumDepthInMeters: ({ minimumDepthInMeters }) => minimumDepthInMeters,
  maximumDepthInMeters: ({ maximumDepthInMeters }) => maximumDepthInMeters,
  recordedBy: ({ recordedBy }) => recordedBy,
  samplingProtocol: ({ samplingProtocol }) => samplingProtocol,
  occurrenceRemarks: ({ occurrenceRemarks }) => occurrenceRemarks,
  dataGeneralizations: ({ generalised }) => generalised?.dataGeneralizations,
  informationWithheld: ({ generalised }) => generalised?.informationWithheld,
  datasetName: ({ source }) => source?.dataset?.title,
  license: ({ source }) => source?.dataset?.licence ?? source?.dataset?.rights,
  bibliographicCitation: ({ source }) => source?.dataset?.citation,
  references: ({ source }) => source?.url
}

/** Yields observations as a CSV table, page by page, with places as the viewer may see them. */
export async function* observationsCsv(db: Database, sight: Sight, filter: ObservationFilter): AsyncGenerator<string> {
  const observations = observationRepository(db)
  yield `${csvLine(Object.keys(columns))}\r\n`
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await observations.slice(sight, filter, { limit: 500, cursor })
    const lines = items.map(item => csvLine(Object.values(columns).map(cellOf => harmlessCell(cellOf(item) ?? ''))))
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
