import { BasisOfRecord, ObservationFields, OrganismQuantityType } from '../../../../shared/contracts/observations.ts'
import { agreesWithWgs84 } from '../../../../shared/outside/geodetic-datum.ts'
import { compiledContract } from '../../../lib/compiled-contract.ts'
import { typedNumber } from '../../files/typed-number.ts'
import { fieldFaults } from '../checks.ts'
import { emptyFields } from '../rows.ts'
import type { Cells, Meaning } from './columns.ts'
import type { NamesOfProject } from './names.ts'

export interface Fault {
  column: string
  message: string
}

export interface ReadRow {
  fields: ObservationFields
  /** Faults that cause the row to be refused. */
  faults: Fault[]
  /** Faults in cells that are ignored. The row is still imported. */
  leftOut: Fault[]
  /** Site or position as given in the table; null without either. */
  place: string | null
}

/** Word without case and underscores. GBIF writes `HUMAN_OBSERVATION`. */
const plain = (word: string) => word.toLowerCase().replaceAll('_', '')

/** Reads an observation from the cells of a row. Each fault names the term of its column. */
// Long: one field after the other.
export function readRow(cells: Cells, names: NamesOfProject): ReadRow {
  const faults: Fault[] = []
  const leftOut: Fault[] = []
  const fault = (column: string, message: string) => {
    faults.push({ column, message })
    return null
  }
  const number = (meaning: Meaning) => {
    const text = cells[meaning]
    if (text === undefined) return null
    return typedNumber(text) ?? fault(meaning, `“${text.slice(0, 40)}” is not a number`)
  }
  function chosen<T extends string>(meaning: Meaning, choices: readonly T[]): T | null {
    const text = cells[meaning]
    if (text === undefined) return null
    return choices.find(choice => plain(choice) === plain(text)) ?? fault(meaning, `is not one of ${choices.join(', ')}`)
  }
  const labelId = names.labelOf(cells)
  const { geodeticDatum = '', decimalLatitude, decimalLongitude } = cells
  if ((decimalLatitude || decimalLongitude) && !agreesWithWgs84(geodeticDatum))
    fault('geodeticDatum', `“${geodeticDatum.slice(0, 40)}” is not WGS 84: convert the positions to WGS 84 before the import`)
  const depth = number('depth')
  const sites = cells.locality === undefined ? [] : names.sitesNamed(cells.locality)
  const siteId = sites.length === 1 ? sites[0]! : null
  if (cells.locality !== undefined && siteId === null)
    leftOut.push({ column: 'locality', message: sites.length > 1 ? 'is the name of several sites' : 'is not a site of this project' })
  const fields: ObservationFields = {
    ...emptyFields,
    labelId,
    verbatimIdentification:
      cells.verbatimIdentification ?? (labelId === null ? (cells.scientificName ?? cells.vernacularName ?? null) : null),
    occurrenceStatus:
      chosen('occurrenceStatus', ['present', 'absent']) ?? (typedNumber(cells.individualCount ?? '') === 0 ? 'absent' : 'present'),
    individualCount: number('individualCount'),
    organismQuantity: number('organismQuantity'),
    organismQuantityType: chosen('organismQuantityType', OrganismQuantityType.enum),
    eventDate: cells.eventDate ?? null,
    siteId,
    decimalLatitude: number('decimalLatitude'),
    decimalLongitude: number('decimalLongitude'),
    coordinateUncertaintyInMeters: number('coordinateUncertaintyInMeters'),
    minimumDepthInMeters: number('minimumDepthInMeters') ?? depth,
    maximumDepthInMeters: number('maximumDepthInMeters') ?? depth,
    basisOfRecord: chosen('basisOfRecord', BasisOfRecord.enum) ?? 'HumanObservation',
    samplingProtocol: cells.samplingProtocol ?? null,
    recordedBy: cells.recordedBy ?? null,
    occurrenceRemarks: cells.occurrenceRemarks ?? null,
    occurrenceID: cells.occurrenceID ?? null
  }
  return {
    fields,
    faults: [...faults, ...faultsOf(fields, new Set(faults.map(({ column }) => column)))],
    leftOut,
    place:
      siteId !== null ? (cells.locality ?? null) : decimalLatitude && decimalLongitude ? `${decimalLatitude}, ${decimalLongitude}` : null
  }
}

/** Checks the fields against the contract and against each other. Faults in the columns of `known` are omitted. */
function faultsOf(fields: ObservationFields, known: ReadonlySet<string>): Fault[] {
  const bounds = Object.entries(ObservationFields.properties).flatMap(([field, schema]) => {
    const value = fields[field as keyof ObservationFields]
    return value === null || compiledContract(schema).Check(value) ? [] : [{ column: field, message: 'is out of range or too long' }]
  })
  const others = fieldFaults(fields).map(({ path, message }) => ({ column: path.slice(1), message }))
  return [...bounds, ...others].filter(({ column }) => !known.has(column))
}
