import type { ShownPlace } from '../../../../shared/contracts/generalisations.ts'
import type { SamplingFacts } from '../../../../shared/contracts/sampling-facts.ts'
import type { SiteType } from '../../../../shared/contracts/sites.ts'
import { siteAsShown, surveyAsShown } from '../../generalisations/as-shown.ts'
import type { ShownPlaces } from '../../generalisations/shown-places.ts'
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
  /** Generalisation that applies to the place; null for an exact place. */
  generalised: ShownPlace | null
  decimalLatitude: number | null
  decimalLongitude: number | null
  minimumDepthInMeters: number | null
  maximumDepthInMeters: number | null
  notes: string | null
}

/** Reads the sites of a project by id, with the places that readers of the file may see. */
export async function sitesOf(db: Database, projectId: string, places: ShownPlaces): Promise<Map<string, SourceSite>> {
  const [ofSite, ofSurvey] = [await places.ofSites(), await places.ofSurveys()]
  const surveys = await db.selectFrom('survey').selectAll().where('project_id', '=', projectId).execute()
  const surveyOf = new Map(
    surveys.map(({ id, name, notes, ...survey }): [string, SourceSurvey] => [
      id,
      surveyAsShown({ id, name, startDate: survey.start_date, endDate: survey.end_date, notes, ...toSampling(survey) }, ofSurvey(id))
    ])
  )
  const sites = await db.selectFrom('site').selectAll().where('project_id', '=', projectId).execute()
  return new Map(
    sites.map(({ id, name, type, notes, ...site }): [string, SourceSite] => [
      id,
      siteAsShown(
        {
          ...{ id, name, type, notes },
          ...toSampling(site),
          generalised: null,
          survey: surveyOf.get(site.survey_id ?? '') ?? null,
          decimalLatitude: site.decimal_latitude,
          decimalLongitude: site.decimal_longitude,
          minimumDepthInMeters: site.minimum_depth_in_meters,
          maximumDepthInMeters: site.maximum_depth_in_meters
        },
        ofSite(id)
      )
    ])
  )
}
