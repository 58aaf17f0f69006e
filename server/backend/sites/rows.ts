import type { Selectable } from 'kysely'
import type { SamplingFacts } from '../../../shared/contracts/sampling-facts.ts'
import type { Site, Survey } from '../../../shared/contracts/sites.ts'
import type { SamplingColumns, SiteTable, SurveyTable } from './tables.ts'

/** Name for comparison: in lower case, without surrounding spaces, with composed accents. */
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

function samplingColumns(said: Partial<Sampling>, row: SamplingColumns): SamplingColumns {
  const before = toSampling(row)
  const text = (name: Exclude<keyof Sampling, 'sampleSizeValue'>) => (said[name] === undefined ? before[name] : said[name]?.trim() || null)
  return {
    sampling_protocol: text('samplingProtocol'),
    sampling_description: text('samplingDescription'),
    sample_size_value: said.sampleSizeValue === undefined ? before.sampleSizeValue : said.sampleSizeValue,
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

/** Columns of a draft or an edit. Absent facts keep their values in `before`. */
export function surveyColumns(
  said: Partial<Survey>,
  before: Omit<SurveyFields, 'name' | 'name_key'> & { name?: string } = emptySurvey
): SurveyFields {
  const name = (said.name ?? before.name ?? '').trim()
  return {
    name,
    name_key: nameKey(name),
    start_date: said.startDate === undefined ? before.start_date : said.startDate,
    end_date: said.endDate === undefined ? before.end_date : said.endDate,
    notes: said.notes === undefined ? before.notes : said.notes,
    ...samplingColumns(said, before)
  }
}

const emptySurvey = { start_date: null, end_date: null, notes: null, ...noSampling }

type SiteFields = Omit<SiteRow, 'id' | 'project_id' | 'revision' | 'created_at' | 'modified_at'>

/** Columns of a draft or an edit. Absent facts keep their values in `before`. */
export function siteColumns(
  said: Partial<Site>,
  before: Omit<SiteFields, 'name' | 'name_key'> & { name?: string } = emptySite
): SiteFields {
  const name = (said.name ?? before.name ?? '').trim()
  return {
    survey_id: said.surveyId === undefined ? before.survey_id : said.surveyId,
    name,
    name_key: nameKey(name),
    type: said.type ?? before.type,
    decimal_latitude: said.decimalLatitude === undefined ? before.decimal_latitude : said.decimalLatitude,
    decimal_longitude: said.decimalLongitude === undefined ? before.decimal_longitude : said.decimalLongitude,
    minimum_depth_in_meters: said.minimumDepthInMeters === undefined ? before.minimum_depth_in_meters : said.minimumDepthInMeters,
    maximum_depth_in_meters: said.maximumDepthInMeters === undefined ? before.maximum_depth_in_meters : said.maximumDepthInMeters,
    notes: said.notes === undefined ? before.notes : said.notes,
    ...samplingColumns(said, before)
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
