import type { Selectable } from 'kysely'
import type { Observation, ObservationFields } from '../../../shared/contracts/observations.ts'
import { readEventDate } from '../../../shared/outside/event-date.ts'
import { nameFor } from '../projects/name-for.ts'
import type { Database } from '../storage/database.ts'
import { datasetColumns, datasetOf } from './outside-dataset.ts'
import type { ObservationTable } from './tables.ts'

export type ObservationRow = Selectable<ObservationTable>

/** Query for observations with the names of their label, site, dataset and author. */
export const selectObservations = (db: Database, viewerId: string | null) =>
  db
    .selectFrom('observation')
    .leftJoin('label', 'label.id', 'observation.label_id')
    .leftJoin('site', 'site.id', 'observation.site_id')
    .leftJoin('scraped_record', 'scraped_record.id', 'observation.record_id')
    .leftJoin('outside_dataset', 'outside_dataset.id', 'observation.dataset_id')
    .leftJoin('account', 'account.id', 'observation.created_by')
    .selectAll('observation')
    .select(nameFor(viewerId, 'observation.project_id').as('created_by_name'))
    .select(['label.name as label_name', 'label.scientific_name', 'label.scientific_name_id', 'site.name as site_name'])
    .select(['site.decimal_latitude as site_latitude', 'site.decimal_longitude as site_longitude', 'scraped_record.url as record_url'])
    .select(datasetColumns)

export type JoinedRow = Awaited<ReturnType<ReturnType<typeof selectObservations>['execute']>>[number]

export const toFields = (row: ObservationRow): ObservationFields => ({
  labelId: row.label_id,
  verbatimIdentification: row.verbatim_identification,
  occurrenceStatus: row.occurrence_status,
  individualCount: row.individual_count,
  organismQuantity: row.organism_quantity,
  organismQuantityType: row.organism_quantity_type,
  eventDate: row.event_date,
  siteId: row.site_id,
  decimalLatitude: row.decimal_latitude,
  decimalLongitude: row.decimal_longitude,
  coordinateUncertaintyInMeters: row.uncertainty_in_meters,
  minimumDepthInMeters: row.minimum_depth_in_meters,
  maximumDepthInMeters: row.maximum_depth_in_meters,
  basisOfRecord: row.basis_of_record,
  samplingProtocol: row.sampling_protocol,
  recordedBy: row.recorded_by,
  occurrenceRemarks: row.occurrence_remarks,
  occurrenceID: row.occurrence_id,
  sameAsAnnotationId: row.annotation_id
})

const trimmed = (text: string | null) => text?.normalize('NFC').trim() || null

/** Converts the fields of an observation to columns, including the first and last day of the event date. */
export function fieldColumns(fields: ObservationFields) {
  const eventDate = trimmed(fields.eventDate)
  const { firstDay, lastDay } = readEventDate(eventDate)
  return {
    label_id: fields.labelId,
    verbatim_identification: trimmed(fields.verbatimIdentification),
    occurrence_status: fields.occurrenceStatus,
    individual_count: fields.individualCount,
    organism_quantity: fields.organismQuantity,
    organism_quantity_type: fields.organismQuantityType,
    event_date: eventDate,
    first_day: firstDay,
    last_day: lastDay,
    site_id: fields.siteId,
    decimal_latitude: fields.decimalLatitude,
    decimal_longitude: fields.decimalLongitude,
    uncertainty_in_meters: fields.coordinateUncertaintyInMeters,
    minimum_depth_in_meters: fields.minimumDepthInMeters,
    maximum_depth_in_meters: fields.maximumDepthInMeters,
    basis_of_record: fields.basisOfRecord,
    sampling_protocol: trimmed(fields.samplingProtocol),
    recorded_by: trimmed(fields.recordedBy),
    occurrence_remarks: trimmed(fields.occurrenceRemarks),
    occurrence_id: trimmed(fields.occurrenceID),
    annotation_id: fields.sameAsAnnotationId
  }
}

/** Default values of the fields of a new observation. */
export const emptyFields: ObservationFields = {
  labelId: null,
  verbatimIdentification: null,
  occurrenceStatus: 'present',
  individualCount: null,
  organismQuantity: null,
  organismQuantityType: null,
  eventDate: null,
  siteId: null,
  decimalLatitude: null,
  decimalLongitude: null,
  coordinateUncertaintyInMeters: null,
  minimumDepthInMeters: null,
  maximumDepthInMeters: null,
  basisOfRecord: 'HumanObservation',
  samplingProtocol: null,
  recordedBy: null,
  occurrenceRemarks: null,
  occurrenceID: null,
  sameAsAnnotationId: null
}

export function toObservation(row: JoinedRow): Observation {
  const fields = toFields(row)
  return {
    id: row.id,
    projectId: row.project_id,
    ...fields,
    name: row.label_name ?? row.verbatim_identification ?? 'Unnamed',
    scientificName: row.scientific_name,
    siteName: row.site_name,
    firstDay: row.first_day,
    lastDay: row.last_day,
    place: placeOf(row),
    source: sourceOf(row),
    createdAt: row.created_at,
    createdBy: row.created_by_name,
    modifiedAt: row.modified_at,
    removedAt: row.removed_at,
    revision: row.revision
  }
}

function placeOf(row: JoinedRow): Observation['place'] {
  const [latitude, longitude] =
    row.decimal_latitude !== null && row.decimal_longitude !== null
      ? [row.decimal_latitude, row.decimal_longitude]
      : [row.site_latitude, row.site_longitude]
  return latitude === null || longitude === null ? null : { decimalLatitude: latitude, decimalLongitude: longitude }
}

const sourceOf = (row: JoinedRow): Observation['source'] =>
  row.record_id === null ? null : { recordId: row.record_id, url: row.record_url, dataset: datasetOf(row) }
