import { sql } from 'kysely'
import type { Site, Sites, Survey } from '../../../shared/contracts/sites.ts'
import { NotFound } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { toSite, toSurvey } from './rows.ts'

/** Surveys with the number of their sites and of the images there. */
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

/** Sites with the number of their images. */
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
/** M2 before M10. */
const byName = (a: { name: string }, b: { name: string }) => natural.compare(a.name, b.name)

/** Surveys and sites in SQL, for reading; `edits.ts` writes them. */
export function siteRepository(db: Database) {
  return {
    /** @throws NotFound */
    async survey(surveyId: string): Promise<Survey> {
      const row = await selectSurveys(db).where('survey.id', '=', surveyId).executeTakeFirst()
      if (!row) throw new NotFound('The survey')
      return toSurvey(row)
    },

    /** @throws NotFound */
    async site(siteId: string): Promise<Site> {
      const row = await selectSites(db).where('site.id', '=', siteId).executeTakeFirst()
      if (!row) throw new NotFound('The site')
      return toSite(row)
    },

    async list(projectId: string): Promise<Sites> {
      const surveys = await selectSurveys(db).where('survey.project_id', '=', projectId).execute()
      const sites = await selectSites(db).where('site.project_id', '=', projectId).orderBy('site.id').execute()
      const { count } = await db
        .selectFrom('media')
        .select(sql<number>`count(*)`.as('count'))
        .where('project_id', '=', projectId)
        .where('removed_at', 'is', null)
        .where('site_id', 'is', null)
        .executeTakeFirstOrThrow()
      return { surveys: surveys.map(toSurvey).sort(byName), sites: sites.map(toSite).sort(byName), unassignedCount: count }
    }
  }
}
