import { labelPath, projectPath, publicationPath } from '../../../../shared/addresses.ts'
import type { FaultyRecord } from '../../../../shared/contracts/exchange.ts'

const ofPublication = ['samplingProtocol', 'sampleSizeValue', 'coordinateUncertaintyInMeters']
const ofSites = ['footprintWKT']
const ofLabel = ['scientificName', 'scientificNameID', 'kingdom']

/**
 * Path of the page where a fault in a column can be corrected. A column without a page of its own gets the path of the record. Undefined when the
 * fault can be corrected on the page of the annotation or image.
 */
export function mendedAt(projectId: string, column: string, { path, labelId }: FaultyRecord & { labelId?: string }): string | undefined {
  if (column === 'identificationReferences') return publicationPath(projectId, 'models')
  if (ofPublication.includes(column)) return publicationPath(projectId, column)
  if (ofSites.includes(column)) return projectPath(projectId, 'annotate/sites')
  if (ofLabel.includes(column) && labelId) return labelPath(projectId, labelId)
  return path
}
