import type { SamplingFacts } from '../../../../shared/contracts/sampling-facts.ts'
import type { SiteType } from '../../../../shared/contracts/sites.ts'
import { toSampling } from '../../sites/rows.ts'
import type { Database } from '../../storage/database.ts'

interface Sampled extends SamplingFacts {
  footprintWKT: string | null
}

export interface SourceSurvey extends Sampled {
  id: string
  name: string
  /** `YYYY-MM-DD` */
  startDate: string | null
  endDate: string | null
  notes: string | null
}

export interface SourceSite extends Sampled {
  id: string
  name: string
  type: SiteType
  survey: SourceSurvey | null
  decimalLatitude: number | null
  decimalLongitude: number | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
  notes: string | null
}

/** Sites of a project by their ids. */
export async function sitesOf(db: Database, projectId: string): Promise<Map<string, SourceSite>> {
  const surveys = await db.selectFrom('survey').selectAll().where('project_id', '=', projectId).execute()
  const surveyOf = new Map(
    surveys.map(({ id, name, notes, ...survey }): [string, SourceSurvey] => [
      id,
      { id, name, startDate: survey.start_date, endDate: survey.end_date, notes, ...toSampling(survey) }
    ])
  )
  const sites = await db.selectFrom('site').selectAll().where('project_id', '=', projectId).execute()
  return new Map(
    sites.map(({ id, name, type, notes, ...site }) => [
      id,
      {
        ...{ id, name, type, notes },
        ...toSampling(site),
        survey: surveyOf.get(site.survey_id ?? '') ?? null,
        decimalLatitude: site.decimal_latitude,
        decimalLongitude: site.decimal_longitude,
        minimumDepthInMeters: site.minimum_depth_in_meters,
        maximumDepthInMeters: site.maximum_depth_in_meters
      }
    ])
  )
}
