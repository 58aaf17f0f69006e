import { wktFault } from '../../../../../shared/geometry/wkt.ts'
import { isFiller } from '../../../../../shared/publication/faults.ts'
import { parseScientificName } from '../../../../../shared/taxonomy/scientific-name.ts'
import type { DarwinCoreRow, EventColumn, MeasurementColumn, OccurrenceColumn } from './tables.ts'

/**
 * Violation of a rule of OBIS or GBIF. With `isError`, the portal rejects or drops the row, so the export fails. Otherwise the violation is a
 * warning.
 */
export interface RowFault {
  column: string
  isError: boolean
  message: string
}

const lsid = /^urn:lsid:marinespecies\.org:taxname:\d+$/
const bases = new Set([
  'PreservedSpecimen',
  'FossilSpecimen',
  'LivingSpecimen',
  'HumanObservation',
  'MachineObservation',
  'MaterialSample',
  'MaterialCitation',
  'Occurrence'
])
const part = String.raw`(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?`
const eventDate = new RegExp(`^${part}(?:/${part})?$`)

/**
 * Rules for an event. An event with occurrences needs its own date and position, because GBIF does not inherit them from the parent event.
 * Source: OBIS manual and obistools; GBIF "Darwin Core event" requirements.
 */
export function eventFaults(event: DarwinCoreRow<EventColumn>, withOccurrences: boolean, now: Date): RowFault[] {
  const faults: RowFault[] = []
  const fault = (column: EventColumn, isError: boolean, message: string) => faults.push({ column, isError, message })
  if (!event.eventID) fault('eventID', true, 'An event needs an identifier')
  const date = event.eventDate ?? ''
  if (date !== '' && !eventDate.test(String(date))) fault('eventDate', true, `“${date}” is not an ISO 8601 date`)
  else if (date === '' && withOccurrences) fault('eventDate', true, 'The date is missing')
  else if (date !== '' && Number(String(date).slice(0, 4)) < 1582) fault('eventDate', false, 'The date is before 1582')
  else if (date !== '' && String(date).slice(0, 10) > now.toISOString().slice(0, 10)) fault('eventDate', false, 'The date is in the future')

  const [latitude, longitude] = [numberIn(event.decimalLatitude), numberIn(event.decimalLongitude)]
  if (latitude === null || longitude === null) {
    if (event.informationWithheld && !event.dataGeneralizations)
      fault('decimalLatitude', false, 'The position is withheld: OBIS drops the record')
    else if (withOccurrences) fault('decimalLatitude', true, 'The position is missing: OBIS drops records without one')
  } else if (latitude === 0 && longitude === 0) fault('decimalLatitude', true, 'The position is 0, 0: OBIS drops it')
  if (latitude !== null && Math.abs(latitude) > 90) fault('decimalLatitude', true, `The latitude ${latitude} is not between -90 and 90`)
  if (longitude !== null && Math.abs(longitude) > 180)
    fault('decimalLongitude', true, `The longitude ${longitude} is not between -180 and 180`)
  const uncertainty = numberIn(event.coordinateUncertaintyInMeters)
  if (withOccurrences && uncertainty === null && latitude !== null && longitude !== null)
    fault('coordinateUncertaintyInMeters', false, 'The uncertainty of the position is missing')
  if (uncertainty !== null && !(uncertainty >= 1 && uncertainty <= 20_037_509))
    fault('coordinateUncertaintyInMeters', false, 'The uncertainty of the position is not between 1 and 20,037,509 m')

  if (withOccurrences || event.eventType === 'Image') {
    if (!event.samplingProtocol) fault('samplingProtocol', false, 'The sampling protocol is missing: GBIF requires one for every event')
    else if (isFiller(String(event.samplingProtocol)))
      fault('samplingProtocol', false, `“${event.samplingProtocol}” is not a sampling protocol`)
    if (numberIn(event.sampleSizeValue) === null || !event.sampleSizeUnit)
      fault('sampleSizeValue', false, 'The sample size is missing: GBIF requires a number and its unit for every event')
  }
  const wrong = event.footprintWKT ? wktFault(String(event.footprintWKT)) : null
  if (wrong !== null) fault('footprintWKT', false, `The footprint ${wrong}`)

  const [least, most] = [numberIn(event.minimumDepthInMeters), numberIn(event.maximumDepthInMeters)]
  if (withOccurrences && least === null && most === null) fault('minimumDepthInMeters', false, 'The depth is missing')
  if (least !== null && most !== null && least > most) fault('minimumDepthInMeters', false, 'The minimum depth exceeds the maximum')
  for (const [column, depth] of [
    ['minimumDepthInMeters', least],
    ['maximumDepthInMeters', most]
  ] as const) {
    if (depth !== null && depth > 11_000) fault(column, false, `The depth ${depth} m exceeds that of the deepest ocean trench`)
    if (depth !== null && depth < 0) fault(column, false, 'The depth is negative: depths are positive down')
  }
  return faults
}

/** Cache of checked names. An archive has few distinct names, and each occurs many times. */
const bareNames = new Map<string, boolean>()
const mostRemembered = 10_000

/** True for a scientific name without author or qualifier, judged by its words, rank and identifier. */
function isBareName(text: string, rank: string, hasIdentifier: boolean): boolean {
  const key = `${text}\n${rank}\n${hasIdentifier}`
  const known = bareNames.get(key)
  if (known !== undefined) return known
  const isBare = parseScientificName(text, { rank, hasIdentifier }).name === text
  if (bareNames.size >= mostRemembered) bareNames.clear()
  bareNames.set(key, isBare)
  return isBare
}

/** Ranks above kingdom. */
const aboveKingdoms = new Set(['superdomain', 'domain', 'realm', 'empire', 'superkingdom'])

/**
 * Rules for an occurrence with an image as evidence. Source: OBIS manual, "Imaging data"; GBIF, data quality requirements for occurrences, which
 * recommend giving the kingdom.
 */
export function occurrenceFaults(occurrence: DarwinCoreRow<OccurrenceColumn>): RowFault[] {
  const faults: RowFault[] = []
  const fault = (column: OccurrenceColumn, isError: boolean, message: string) => faults.push({ column, isError, message })
  const { occurrenceID, scientificName, scientificNameID, occurrenceStatus, basisOfRecord, individualCount } = occurrence
  if (!occurrenceID) fault('occurrenceID', true, 'An occurrence needs an identifier')
  else if (/^\d+$/.test(String(occurrenceID))) fault('occurrenceID', false, 'A bare number is not globally unique')
  if (!scientificName) fault('scientificName', true, 'The scientific name is missing')
  else if (!isBareName(String(scientificName), String(occurrence.taxonRank ?? ''), lsid.test(String(scientificNameID))))
    fault('scientificName', false, `“${scientificName}” is more than a name: authors and qualifiers belong in their own columns`)
  if (!scientificNameID) fault('scientificNameID', false, 'The WoRMS identifier is missing')
  else if (!lsid.test(String(scientificNameID))) fault('scientificNameID', false, 'The identifier is not a WoRMS LSID')
  if (!occurrence.kingdom && !scientificNameID && !aboveKingdoms.has(String(occurrence.taxonRank ?? '')))
    fault('kingdom', false, 'The kingdom is missing: without an identifier GBIF needs it to distinguish equal names')
  if (occurrenceStatus !== 'present' && occurrenceStatus !== 'absent')
    fault('occurrenceStatus', true, 'The status must be “present” or “absent”')
  if (!bases.has(String(basisOfRecord))) fault('basisOfRecord', true, `“${basisOfRecord ?? ''}” is not a basis of record`)
  const count = numberIn(individualCount)
  if ((count === 0 && occurrenceStatus === 'present') || ((count ?? 0) > 0 && occurrenceStatus === 'absent'))
    fault('individualCount', false, `A count of ${count} contradicts “${occurrenceStatus}”`)
  if ((numberIn(occurrence.organismQuantity) === null) !== !occurrence.organismQuantityType)
    fault('organismQuantity', false, 'A quantity needs its type, and a type its quantity')
  for (const column of ['identifiedBy', 'identificationVerificationStatus'] as const)
    if (!occurrence[column]) fault(column, false, 'OBIS requires it when images are the evidence')
  return faults
}

/** Rules for a measurement or fact. */
export function measurementFaults(measurement: DarwinCoreRow<MeasurementColumn>): RowFault[] {
  const faults: RowFault[] = []
  if (!measurement.measurementType) faults.push({ column: 'measurementType', isError: true, message: 'The measurement type is missing' })
  if (!measurement.measurementTypeID)
    faults.push({ column: 'measurementTypeID', isError: false, message: 'The identifier of the measurement type is missing' })
  return faults
}

function numberIn(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
