import type { Selectable } from 'kysely'
import type { SamplingFacts } from '../../../shared/contracts/sampling-facts.ts'
import type { Site, Survey } from '../../../shared/contracts/sites.ts'
import type { SamplingColumns, SiteTable, SurveyTable } from './tables.ts'

/** Normalises a name for comparison: lower case, trimmed, with composed accents. */
export const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

export type SurveyRow = Selectable<SurveyTable>
export type SiteRow = Selectable<SiteTable>

/** Sampling facts of a survey or a site. */
type Sampling = SamplingFacts & { footprintWKT: string | null }

export const toSampling = (row: SamplingColumns): Sampling => ({
  samplingProtocol: row.sampling_protocol,
  samplingDescription: row.sampling_description,
  sampleSizeValue: row.sample_size_value,
  sampleSizeUnit: row.sample_size_unit,
  samplingEffort: row.sampling_effort,
  habitat: row.habitat,
  locationID: row.location_id,
  footprintWKT: row.footprint_wkt
})

function samplingColumns(sampling: Partial<Sampling>, row: SamplingColumns): SamplingColumns {
  const before = toSampling(row)
  const text = (name: Exclude<keyof Sampling, 'sampleSizeValue'>) =>
    sampling[name] === undefined ? before[name] : sampling[name]?.trim() || null
  return {
    sampling_protocol: text('samplingProtocol'),
    sampling_description: text('samplingDescription'),
    sample_size_value: sampling.sampleSizeValue === undefined ? before.sampleSizeValue : sampling.sampleSizeValue,
    sample_size_unit: text('sampleSizeUnit'),
    sampling_effort: text('samplingEffort'),
    habitat: text('habitat'),
    location_id: text('locationID'),
    footprint_wkt: text('footprintWKT')
  }
}

const noSampling: SamplingColumns = {
  sampling_protocol: null,
  sampling_description: null,
  sample_size_value: null,
  sample_size_unit: null,
  sampling_effort: null,
  habitat: null,
  location_id: null,
  footprint_wkt: null
}

export function toSurvey(row: SurveyRow & { site_count: number; media_count: number }): Survey {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    startDate: row.start_date,
    endDate: row.end_date,
    notes: row.notes,
    ...toSampling(row),
    siteCount: row.site_count,
    mediaCount: row.media_count,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision
  }
}

export function toSite(row: SiteRow & { media_count: number }): Site {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    surveyId: row.survey_id,
    type: row.type,
    decimalLatitude: row.decimal_latitude,
    decimalLongitude: row.decimal_longitude,
    minimumDepthInMeters: row.minimum_depth_in_meters,
    maximumDepthInMeters: row.maximum_depth_in_meters,
    notes: row.notes,
    ...toSampling(row),
    mediaCount: row.media_count,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision
  }
}

type SurveyFields = Pick<SurveyRow, 'name' | 'name_key' | 'start_date' | 'end_date' | 'notes'> & SamplingColumns

/** Returns the columns for a draft or an edit. Missing fields keep their values from `before`. */
export function surveyColumns(
  draft: Partial<Survey>,
  before: Omit<SurveyFields, 'name' | 'name_key'> & { name?: string } = emptySurvey
): SurveyFields {
  const name = (draft.name ?? before.name ?? '').trim()
  return {
    name,
    name_key: nameKey(name),
    start_date: draft.startDate === undefined ? before.start_date : draft.startDate,
    end_date: draft.endDate === undefined ? before.end_date : draft.endDate,
    notes: draft.notes === undefined ? before.notes : draft.notes,
    ...samplingColumns(draft, before)
  }
}

const emptySurvey = { start_date: null, end_date: null, notes: null, ...noSampling }

type SiteFields = Omit<SiteRow, 'id' | 'project_id' | 'revision' | 'created_at' | 'modified_at' | 'import_id'>

/** Returns the columns for a draft or an edit. Missing fields keep their values from `before`. */
export function siteColumns(
  draft: Partial<Site>,
  before: Omit<SiteFields, 'name' | 'name_key'> & { name?: string } = emptySite
): SiteFields {
  const name = (draft.name ?? before.name ?? '').trim()
  return {
    survey_id: draft.surveyId === undefined ? before.survey_id : draft.surveyId,
    name,
    name_key: nameKey(name),
    type: draft.type ?? before.type,
    decimal_latitude: draft.decimalLatitude === undefined ? before.decimal_latitude : draft.decimalLatitude,
    decimal_longitude: draft.decimalLongitude === undefined ? before.decimal_longitude : draft.decimalLongitude,
    minimum_depth_in_meters: draft.minimumDepthInMeters === undefined ? before.minimum_depth_in_meters : draft.minimumDepthInMeters,
    maximum_depth_in_meters: draft.maximumDepthInMeters === undefined ? before.maximum_depth_in_meters : draft.maximumDepthInMeters,
    notes: draft.notes === undefined ? before.notes : draft.notes,
    ...samplingColumns(draft, before)
  }
}

const emptySite = {
  survey_id: null,
  type: 'station' as const,
  decimal_latitude: null,
  decimal_longitude: null,
  minimum_depth_in_meters: null,
  maximum_depth_in_meters: null,
  notes: null,
  ...noSampling
}
