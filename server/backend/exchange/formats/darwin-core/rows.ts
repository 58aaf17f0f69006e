import type { AttributeField } from '../../../../../shared/contracts/attribute-fields.ts'
import { type DarwinCoreRow, type EventColumn, listCell, type MeasurementColumn, type OccurrenceColumn } from './tables.ts'

/** Event: an image, or the survey, station or dive in which images were taken. */
export interface EventFacts {
  /** Id that is unique and stable across exports, as a `urn:uuid:` URN. */
  id: string
  parentId: string | null
  /** Type of the event, for example `Survey`, `Deployment`, `Image`. */
  type: string
  /** RFC 3339, or a day as `YYYY-MM-DD`. */
  eventDate?: string
  decimalLatitude?: number
  decimalLongitude?: number
  coordinateUncertaintyInMeters?: number
  depthInMeters?: number
  areaInSquareMeters?: number
  samplingProtocol?: string
  /** Sample size of an event whose area is unknown. */
  sampleSize?: { value: number; unit: string }
  samplingEffort?: string
  habitat?: string
  locality?: string
  locationID?: string
  /** Well-known text, longitude first. */
  footprintWKT?: string
  dataGeneralizations?: string
  informationWithheld?: string
  remarks?: string
}

/** Time and depth range of the child events of an event. Each child extends it, so the children need not be held in memory. */
export interface EventSpan {
  begin: string | null
  end: string | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
}

export const emptySpan: EventSpan = { begin: null, end: null, minimumDepthInMeters: null, maximumDepthInMeters: null }

export function widened(span: EventSpan, { eventDate, depthInMeters: depth }: EventFacts): EventSpan {
  const { begin, end, minimumDepthInMeters: least, maximumDepthInMeters: most } = span
  const date = eventDate === undefined ? null : withoutIdleParts(eventDate)
  return {
    begin: earlier(begin, date),
    end: later(end, date),
    minimumDepthInMeters: depth !== undefined && (least === null || depth < least) ? depth : least,
    maximumDepthInMeters: depth !== undefined && (most === null || depth > most) ? depth : most
  }
}

/** Returns the date that begins first. A day begins before its times. Null only when both are null. */
export const earlier = (a: string | null, b: string | null): string | null => (a === null || b === null ? (a ?? b) : b < a ? b : a)

/** Returns the date that ends last. A day ends after its times. Null only when both are null. */
export const later = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : endOf(b) > endOf(a) ? b : a

const isDay = (date: string) => date.length === 10
const endOf = (date: string) => (isDay(date) ? `${date}T24` : date)

/** Returns one date, or a period. Both ends of a period are days when one of them is. */
function periodOf({ begin, end }: EventSpan): string | null {
  if (begin === null || end === null) return begin ?? end
  const [first, last] = isDay(begin) === isDay(end) ? [begin, end] : [begin.slice(0, 10), end.slice(0, 10)]
  return first === last ? first : `${first}/${last}`
}

/**
 * Row of an event. It inherits nothing from the parent event, because GBIF, unlike OBIS, does not follow parents.
 * @param span range of the child events, or of the site for an image without its own depth
 */
export function eventRow(event: EventFacts, span: EventSpan = emptySpan): DarwinCoreRow<EventColumn> {
  const own = widened(span, event)
  const area = event.areaInSquareMeters
  const size = area === undefined ? event.sampleSize : { value: area, unit: 'square metre' }
  return {
    eventID: event.id,
    parentEventID: event.parentId,
    eventType: event.type,
    eventDate: periodOf(own),
    decimalLatitude: event.decimalLatitude ?? null,
    decimalLongitude: event.decimalLongitude ?? null,
    coordinateUncertaintyInMeters: event.coordinateUncertaintyInMeters ?? null,
    minimumDepthInMeters: own.minimumDepthInMeters,
    maximumDepthInMeters: own.maximumDepthInMeters,
    locality: event.locality ?? null,
    locationID: event.locationID ?? null,
    ...(event.footprintWKT && { footprintWKT: event.footprintWKT, footprintSRS: 'EPSG:4326' }),
    samplingProtocol: event.samplingProtocol ?? null,
    ...(size && { sampleSizeValue: size.value, sampleSizeUnit: size.unit }),
    samplingEffort: event.samplingEffort ?? null,
    habitat: event.habitat ?? null,
    dataGeneralizations: event.dataGeneralizations ?? null,
    informationWithheld: event.informationWithheld ?? null,
    eventRemarks: event.remarks ?? null
  }
}

/** Time in UTC to the second, without a fraction. A calendar day has no time, so it stays a day. */
function withoutIdleParts(time: string): string {
  if (isDay(time)) return time
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

export interface Identifier {
  name: string
  orcid?: string
  /** Set for an account without a name. */
  unnamed?: { id: string; email: string }
}

export interface OccurrenceFacts {
  eventId: string
  /** Unique and stable across exports; not a bare number. */
  id: string
  taxon: {
    /** Lowest certain taxon, without author or qualifier: `Gadus` for `Gadus cf. morhua`. */
    scientificName: string
    authorship?: string
    aphiaId?: number
    rank?: string
    kingdom?: string
    /** `cf. morhua` */
    qualifier?: string
    /** Name in the project: `Gadus cf. morhua`, `Porifera sp. 3`. */
    label: string
  }
  /** People who took the image. */
  recordedBy?: readonly Identifier[]
  /** People who assigned or confirmed the label; empty for a label by a machine alone. */
  people: readonly Identifier[]
  /** Models that suggested the label, with references to them. */
  model?: { names: string[]; references: string[] }
  /** RFC 3339. */
  identifiedAt?: string
  individualCount?: number
  /** Quantity instead of a count, with a type from the GBIF vocabulary. */
  quantity?: { value: number; type: string }
  sex?: string
  lifeStage?: string
  behavior?: string
  /** `alive`, `dead`, `mixedLot`, `uncertain`, `notAssessed`. */
  vitality?: string
  dataGeneralizations?: string
  informationWithheld?: string
  remarks?: string
  /** URLs of images, http or https. */
  media: readonly string[]
}

/** Row of an organism in an image. The image is the evidence, whoever labelled the organism. Source: OBIS manual, "Imaging data". */
export function occurrenceRow(occurrence: OccurrenceFacts): DarwinCoreRow<OccurrenceColumn> {
  const { taxon, people, model, individualCount: count, recordedBy = [] } = occurrence
  const quantity = count === undefined ? occurrence.quantity : { value: count, type: 'individuals' }
  return {
    eventID: occurrence.eventId,
    occurrenceID: occurrence.id,
    scientificName: taxon.scientificName,
    scientificNameAuthorship: taxon.authorship ?? null,
    scientificNameID: taxon.aphiaId === undefined ? null : `urn:lsid:marinespecies.org:taxname:${taxon.aphiaId}`,
    taxonRank: taxon.rank?.toLowerCase() ?? null,
    kingdom: taxon.kingdom ?? null,
    verbatimIdentification: taxon.label,
    identificationQualifier: taxon.qualifier ?? null,
    occurrenceStatus: count === 0 ? 'absent' : 'present',
    basisOfRecord: 'MachineObservation',
    ...(count !== undefined && { individualCount: count }),
    ...(quantity && { organismQuantity: quantity.value, organismQuantityType: quantity.type }),
    sex: occurrence.sex ?? null,
    lifeStage: occurrence.lifeStage ?? null,
    behavior: occurrence.behavior ?? null,
    vitality: occurrence.vitality ?? null,
    recordedBy: namesOf(recordedBy),
    recordedByID: orcidsOf(recordedBy),
    identifiedBy: people.length > 0 ? namesOf(people) : listCell(model?.names ?? []),
    identifiedByID: orcidsOf(people),
    dateIdentified: occurrence.identifiedAt ? withoutIdleParts(occurrence.identifiedAt) : null,
    identificationVerificationStatus: people.length > 0 ? 'ValidatedByHuman' : 'PredictedByMachine',
    identificationReferences: listCell(model?.references ?? []),
    associatedMedia: listCell(occurrence.media.filter(address => /^https?:\/\//.test(address))),
    dataGeneralizations: occurrence.dataGeneralizations ?? null,
    informationWithheld: occurrence.informationWithheld ?? null,
    occurrenceRemarks: occurrence.remarks ?? null
  }
}

const namesOf = (people: readonly Identifier[]) => listCell(people.map(({ name }) => name))
const orcidsOf = (people: readonly Identifier[]) => listCell(people.flatMap(({ orcid }) => (orcid ? [`https://orcid.org/${orcid}`] : [])))

/** Measurement type with its unit, and their terms in the NERC Vocabulary Server. */
export interface MeasurementTerm {
  type: string
  typeId?: string
  unit?: string
  unitId?: string
}

const nerc = 'http://vocab.nerc.ac.uk/collection'

export const measurementTerms = {
  imageArea: {
    type: 'area of sea floor imaged',
    typeId: `${nerc}/P01/current/AREABEDS/`,
    unit: 'm^2',
    unitId: `${nerc}/P06/current/UMSQ/`
  },
  length: { type: 'length', typeId: `${nerc}/P01/current/OBSINDLX/`, unit: 'm', unitId: `${nerc}/P06/current/ULAA/` },
  /** Type without an identifier: the NERC vocabularies have no term for it. */
  confidence: { type: 'confidence of the identification by a model, 0 to 1' },
  cover: { type: 'coverage', typeId: `${nerc}/P01/current/SDBIOL10/`, unit: '%', unitId: `${nerc}/P06/current/UPCT/` }
} as const satisfies Record<string, MeasurementTerm>

/** Row of a numeric measurement of an organism, or of the event when `occurrenceId` is null. */
export function measurementRow(
  eventId: string,
  occurrenceId: string | null,
  { type, typeId, unit, unitId }: MeasurementTerm,
  value: number,
  method?: string
): DarwinCoreRow<MeasurementColumn> {
  return {
    eventID: eventId,
    occurrenceID: occurrenceId,
    measurementID: `${occurrenceId ?? eventId}:${typeId?.split('/').at(-2) ?? type.split(' ')[0]}`,
    measurementType: type,
    measurementTypeID: typeId ?? null,
    measurementValue: value,
    measurementUnit: unit ?? null,
    measurementUnitID: unitId ?? null,
    measurementMethod: method ?? null
  }
}

/** Common spellings of units, with their codes in the NERC Vocabulary Server. */
const unitCodes: Record<string, string> = {
  m: 'ULAA',
  cm: 'ULCM',
  mm: 'UXMM',
  'm²': 'UMSQ',
  'm^2': 'UMSQ',
  '%': 'UPCT',
  '°C': 'UPAA',
  'm/s': 'UVAA',
  'mg/l': 'UMGL'
}

export interface AttributeSubject {
  eventId: string
  occurrenceId: string
}

/** Row with the unchanged value of a project field, which may have a vocabulary term. */
export function attributeRow(
  { eventId, occurrenceId }: AttributeSubject,
  { name, unit, measurementTypeID }: Pick<AttributeField, 'name' | 'unit' | 'measurementTypeID'>,
  value: string | number | boolean
): DarwinCoreRow<MeasurementColumn> {
  const code = unit !== null && Object.hasOwn(unitCodes, unit) ? unitCodes[unit] : undefined
  return {
    eventID: eventId,
    occurrenceID: occurrenceId,
    measurementID: `${occurrenceId}:attribute:${encodeURIComponent(name)}`,
    measurementType: name,
    measurementTypeID,
    measurementValue: typeof value === 'boolean' ? String(value) : value,
    measurementUnit: unit,
    measurementUnitID: code ? `${nerc}/P06/current/${code}/` : null
  }
}
