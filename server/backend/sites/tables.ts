import type { Generated } from 'kysely'
import type { Site } from '../../../shared/contracts/sites.ts'
import type { PastImportTable } from '../projects/past-import.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    survey: SurveyTable
    site: SiteTable
    site_import: PastImportTable
    removed_site: RemovedSiteTable
    removed_site_use: RemovedSiteUseTable
    site_operation: SiteOperationTable
  }
}

/** Deleted site that can be restored. */
interface RemovedSiteTable {
  id: string
  project_id: string
  /** Row of the site, as JSON. */
  row: string
  /** Time of the deletion. */
  at: string
}

/** Image or observation of a deleted site. */
interface RemovedSiteUseTable {
  site_id: string
  thing_id: string
}

/** Applied operation, recorded so that the same operation sent again changes nothing. */
interface SiteOperationTable {
  project_id: string
  id: string
  /** Time of the edit. */
  at: string
}

/** Sampling facts, as in `SamplingFacts`, and the footprint as well-known text. */
export interface SamplingColumns {
  sampling_protocol: string | null
  sampling_description: string | null
  sample_size_value: number | null
  sample_size_unit: string | null
  sampling_effort: string | null
  habitat: string | null
  location_id: string | null
  footprint_wkt: string | null
}

export interface SurveyTable extends SamplingColumns {
  id: string
  project_id: string
  name: string
  /** Name in lower case, unique in its project. */
  name_key: string
  start_date: string | null
  end_date: string | null
  notes: string | null
  revision: number
  created_at: string
  modified_at: string
}

export interface SiteTable extends SamplingColumns {
  id: string
  project_id: string
  survey_id: string | null
  name: string
  /** Name in lower case, unique in its survey. */
  name_key: string
  type: Site['type']
  decimal_latitude: number | null
  decimal_longitude: number | null
  minimum_depth_in_meters: number | null
  maximum_depth_in_meters: number | null
  notes: string | null
  revision: number
  created_at: string
  modified_at: string
  import_id: Generated<string | null>
}
