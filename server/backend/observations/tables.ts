import type { BasisOfRecord, ObservationVersion, OrganismQuantityType } from '../../../shared/contracts/observations.ts'
import type { PastImportTable } from '../projects/past-import.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    observation: ObservationTable
    observation_version: ObservationVersionTable
    observation_import: PastImportTable
  }
}

/** Kind of change that led to the state in a row. */
export type ChangeKind = ObservationVersion['kind']

export interface ObservationTable {
  id: string
  project_id: string
  label_id: string | null
  verbatim_identification: string | null
  occurrence_status: 'present' | 'absent'
  individual_count: number | null
  organism_quantity: number | null
  organism_quantity_type: OrganismQuantityType | null
  event_date: string | null
  /** First and last calendar day of the event date; null for an unknown or unreadable date. */
  first_day: string | null
  last_day: string | null
  site_id: string | null
  decimal_latitude: number | null
  decimal_longitude: number | null
  uncertainty_in_meters: number | null
  minimum_depth_in_meters: number | null
  maximum_depth_in_meters: number | null
  basis_of_record: BasisOfRecord
  sampling_protocol: string | null
  recorded_by: string | null
  occurrence_remarks: string | null
  /** External identifier (dwc:occurrenceID), unique among a project's existing observations without an outside record. */
  occurrence_id: string | null
  annotation_id: string | null
  /** Id of the accepted outside record, equal to the id of the observation; null without a record. */
  record_id: string | null
  dataset_id: string | null
  /** Id of the table import that added the observation; null for other observations. */
  import_id: string | null
  created_by: string | null
  created_at: string
  modified_by: string | null
  modified_at: string
  change_kind: ChangeKind
  revision: number
  removed_at: string | null
}

/** Earlier state of an observation. The current state is in `observation`. */
export interface ObservationVersionTable {
  observation_id: string
  revision: number
  kind: ChangeKind
  account_id: string | null
  at: string
  /** JSON of ObservationFields. */
  fields: string
}
