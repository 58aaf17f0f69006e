import { sql } from 'kysely'
import type { Site, Sites, Survey } from '../../../shared/contracts/sites.ts'
import { NotFound } from '../../lib/errors.ts'
import { siteAsShown, surveyAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { toSite, toSurvey } from './rows.ts'

/** Returns a query for surveys with their numbers of sites and images. */
function selectSurveys(db: Database) {
  return db
    .selectFrom('survey')
    .selectAll('survey')
    .select(({ selectFrom, fn }) => [
      selectFrom('site')
        .select(fn.countAll<number>().as('count'))
        .whereRef('site.survey_id', '=', 'survey.id')
        .$asScalar()
        .$notNull()
        .as('site_count'),
      selectFrom('site')
        .innerJoin('media', 'media.site_id', 'site.id')
        .select(fn.countAll<number>().as('count'))
        .whereRef('site.survey_id', '=', 'survey.id')
        .where('media.removed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('media_count')
    ])
}

/** Returns a query for sites with their numbers of images. */
function selectSites(db: Database) {
  return db
    .selectFrom('site')
    .selectAll('site')
    .select(({ selectFrom, fn }) =>
      selectFrom('media')
        .select(fn.countAll<number>().as('count'))
        .whereRef('media.site_id', '=', 'site.id')
        .where('media.removed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('media_count')
    )
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Compares names in natural order: M2 before M10. */
const byName = (a: { name: string }, b: { name: string }) => natural.compare(a.name, b.name)

/** Queries for surveys and sites. Edits are in `edits.ts`. */
export function siteRepository(db: Database) {
  return {
    /** Reads a survey with its counts. @throws NotFound */
    async survey(surveyId: string): Promise<Survey> {
      const row = await selectSurveys(db).where('survey.id', '=', surveyId).executeTakeFirst()
      if (!row) throw new NotFound('The survey')
      return toSurvey(row)
    },

    /** Reads a site with its number of images. @throws NotFound */
    async site(siteId: string): Promise<Site> {
      const row = await selectSites(db).where('site.id', '=', siteId).executeTakeFirst()
      if (!row) throw new NotFound('The site')
      return toSite(row)
    },

    /** Reads those of the given sites that are in a project, with their numbers of images. */
    async sites(projectId: string, siteIds: readonly string[]): Promise<Site[]> {
      const wanted = jsonItems(
        db,
        siteIds.map(id => ({ id }))
      )
      const rows = await selectSites(db)
        .where('site.project_id', '=', projectId)
        .where('site.id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
        .execute()
      return rows.map(toSite)
    },

    /** Lists surveys and sites as a viewer may see them, sorted by the names shown. */
    async list({ projectId, places: viewer }: Sight): Promise<Sites> {
      const places = await shownPlaces(db, projectId, viewer)
      const surveys = await selectSurveys(db).where('survey.project_id', '=', projectId).execute()
      const sites = await selectSites(db).where('site.project_id', '=', projectId).orderBy('site.id').execute()
      const { count } = await db
        .selectFrom('media')
        .select(sql<number>`count(*)`.as('count'))
        .where('project_id', '=', projectId)
        .where('removed_at', 'is', null)
        .where('site_id', 'is', null)
        .executeTakeFirstOrThrow()
      const [ofSite, ofSurvey] = [await places.ofSites(), await places.ofSurveys()]
      return {
        surveys: surveys.map(row => surveyAsShown(toSurvey(row), ofSurvey(row.id))).sort(byName),
        sites: sites.map(row => siteAsShown(toSite(row), ofSite(row.id))).sort(byName),
        unassignedCount: count
      }
    }
  }
}
