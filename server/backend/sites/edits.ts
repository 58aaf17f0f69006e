import type { Site, SiteDraft, SiteEdit, Survey, SurveyDraft, SurveyEdit } from '../../../shared/contracts/sites.ts'
import { siteLimit } from '../../../shared/limits.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { samplingFaults } from '../publication/rules.ts'
import { SurveyHasSites, SurveyNameTaken, TooManySites } from './errors.ts'
import { giveBack, removedRow, removeRow } from './removed-sites.ts'
import { siteRepository } from './repository.ts'
import { nameKey, siteColumns, surveyColumns, toSampling } from './rows.ts'
import { checkSiteNames, checkSites, type PathOf } from './site-checks.ts'
import type { SamplingColumns } from './tables.ts'

const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** Edits to surveys and sites. */
// Long: the edits of one noun.
export function siteEdits(editProject: EditProject) {
  const edit = <T>(scope: Scope, work: (transaction: Transaction, at: string) => Promise<T>) =>
    editProject(scope, ({ transaction, at, publish }) => {
      publish({ type: 'changed', noun: 'sites', projectId: scope.projectId })
      return work(transaction, at)
    })

  /** Runs an edit that also changes the site of images and observations. */
  const editWithUses = <T>(scope: Scope, work: (transaction: Transaction, at: string) => Promise<T>) =>
    editProject(scope, ({ transaction, at, publish }) => {
      for (const noun of ['sites', 'media', 'observations'] as const) publish({ type: 'changed', noun, projectId: scope.projectId })
      return work(transaction, at)
    })

  return {
    /** Creates a survey. @throws SurveyNameTaken @throws InvalidRequest when the end date is before the start date */
    createSurvey(scope: Scope, draft: SurveyDraft): Promise<Survey> {
      return edit(scope, async (transaction, at) => {
        const id = await insertSurvey(transaction, scope.projectId, draft, at)
        const survey = await siteRepository(transaction).survey(id)
        await record(transaction, scope, 'survey.created', survey.name)
        return survey
      })
    },

    /** Changes a survey. @throws NotFound @throws StaleRevision @throws SurveyNameTaken @throws InvalidRequest */
    reviseSurvey(scope: Scope, surveyId: string, { revision, ...change }: SurveyEdit): Promise<Survey> {
      return edit(scope, async (transaction, at) => {
        const before = await transaction.selectFrom('survey').selectAll().where('id', '=', surveyId).executeTakeFirst()
        if (!before) throw new NotFound('The survey')
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const columns = surveyColumns(change, before)
        checkDates(columns)
        checkSampling(columns)
        await checkSurveyName(transaction, scope.projectId, columns.name, surveyId)
        await transaction
          .updateTable('survey')
          .set({ ...columns, revision: revision + 1, modified_at: at })
          .where('id', '=', surveyId)
          .execute()
        return siteRepository(transaction).survey(surveyId)
      })
    },

    /** Deletes a survey. @throws NotFound @throws SurveyHasSites */
    removeSurvey(scope: Scope, surveyId: string): Promise<void> {
      return edit(scope, async transaction => {
        const { name, siteCount } = await siteRepository(transaction).survey(surveyId)
        if (siteCount > 0) throw new SurveyHasSites(name, count(siteCount, 'site'))
        await transaction.deleteFrom('survey').where('id', '=', surveyId).execute()
        await record(transaction, scope, 'survey.removed', name)
      })
    },

    /**
     * Creates a site.
     * @throws SiteNameTaken
     * @throws TooManySites
     * @throws InvalidRequest for a survey of another project, an incomplete position, or a maximum depth below the minimum
     */
    createSite(scope: Scope, draft: SiteDraft): Promise<Site> {
      return edit(scope, async (transaction, at) => siteRepository(transaction).site(await createSite(transaction, scope, draft, at)))
    },

    /** Changes a site. @throws NotFound @throws StaleRevision @throws SiteNameTaken @throws InvalidRequest */
    reviseSite(scope: Scope, siteId: string, siteEdit: SiteEdit): Promise<Site> {
      return edit(scope, async (transaction, at) => {
        await reviseSite(transaction, scope, siteId, siteEdit, at)
        return siteRepository(transaction).site(siteId)
      })
    },

    /** Deletes a site. Its images and observations are kept without a site. It can be restored for 30 days. @throws NotFound */
    removeSite(scope: Scope, siteId: string): Promise<void> {
      return editWithUses(scope, (transaction, at) => removeSite(transaction, scope, siteId, null, at))
    },

    /**
     * Restores a deleted site along with its images and observations, except those that have since been assigned to another site.
     * @throws NotFound
     * @throws SiteNameTaken
     * @throws TooManySites
     */
    restoreSite(scope: Scope, siteId: string): Promise<Site> {
      return editWithUses(scope, async (transaction, at) => {
        await restoreSite(transaction, scope, siteId, at)
        return siteRepository(transaction).site(siteId)
      })
    }
  }
}

/**
 * Inserts a survey in a transaction of a project edit.
 * @returns id of the survey
 * @throws SurveyNameTaken
 * @throws InvalidRequest when the end date is before the start date
 */
export async function insertSurvey(transaction: Transaction, projectId: string, draft: SurveyDraft, at: string): Promise<string> {
  const columns = surveyColumns(draft)
  checkDates(columns)
  checkSampling(columns)
  await checkSurveyName(transaction, projectId, columns.name)
  const id = newId()
  await transaction
    .insertInto('survey')
    .values({ id, project_id: projectId, ...columns, revision: 1, created_at: at, modified_at: at })
    .execute()
  return id
}

/**
 * Creates a site in a transaction of a project edit.
 * @param id id of the site; a new one by default
 * @returns id of the site
 * @throws SiteNameTaken @throws TooManySites @throws InvalidRequest
 */
export async function createSite(transaction: Transaction, scope: Scope, draft: SiteDraft, at: string, id = newId()): Promise<string> {
  await insertSites(transaction, scope, [draft], at, { idOf: () => id })
  await record(transaction, scope, 'site.created', draft.name.trim())
  return id
}

/** Changes a site in a transaction of a project edit. @throws NotFound @throws StaleRevision @throws SiteNameTaken @throws InvalidRequest */
export async function reviseSite(
  transaction: Transaction,
  scope: Scope,
  siteId: string,
  { revision, ...change }: SiteEdit,
  at: string
): Promise<void> {
  const before = await siteRow(transaction, scope.projectId, siteId, revision)
  const columns = siteColumns(change, before)
  checkSites([columns])
  await checkSiteNames(transaction, scope, [columns], {
    siteId,
    ...(change.name === undefined && { unnamed: { id: siteId, isRemoved: false } })
  })
  await transaction
    .updateTable('site')
    .set({ ...columns, revision: revision + 1, modified_at: at })
    .where('id', '=', siteId)
    .execute()
}

/**
 * Deletes a site in a transaction of a project edit.
 * @param revision revision that the deletion is based on; null for any
 * @throws NotFound @throws StaleRevision
 */
export async function removeSite(
  transaction: Transaction,
  scope: Scope,
  siteId: string,
  revision: number | null,
  at: string
): Promise<void> {
  const row = await siteRow(transaction, scope.projectId, siteId, revision)
  await removeRow(transaction, row, at)
  await record(transaction, scope, 'site.removed', row.name)
}

/** Restores a deleted site in a transaction of a project edit. @throws NotFound @throws SiteNameTaken @throws TooManySites */
export async function restoreSite(transaction: Transaction, scope: Scope, siteId: string, at: string): Promise<void> {
  const row = await removedRow(transaction, siteId)
  if (row.project_id !== scope.projectId) throw new NotFound('The site')
  await checkRoom(transaction, scope.projectId, 1)
  await checkSiteNames(transaction, scope, [row], { unnamed: { id: siteId, isRemoved: true } })
  await transaction
    .insertInto('site')
    .values({ ...row, revision: row.revision + 1, modified_at: at })
    .execute()
  await giveBack(transaction, siteId)
  await record(transaction, scope, 'site.restored', row.name)
}

async function siteRow(transaction: Transaction, projectId: string, siteId: string, revision: number | null) {
  const row = await transaction
    .selectFrom('site')
    .selectAll()
    .where('id', '=', siteId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) throw new NotFound('The site')
  if (revision !== null && row.revision !== revision) throw new StaleRevision(row.revision, revision)
  return row
}

/** Number of rows per statement, which keeps a statement below SQLite's limit on bound variables. */
const rowsAtOnce = 500

/**
 * Inserts sites in a transaction of a project edit.
 * @param importId import that created the sites; null for none
 * @param pathOf returns the request path of a draft by its index
 * @param idOf returns the id of a new site
 * @throws SiteNameTaken @throws TooManySites @throws InvalidRequest
 */
export async function insertSites(
  transaction: Transaction,
  scope: Scope,
  drafts: readonly SiteDraft[],
  at: string,
  { importId = null, pathOf, idOf = newId }: { importId?: string | null; pathOf?: PathOf; idOf?: () => string } = {}
): Promise<{ id: string; name: string }[]> {
  const { projectId } = scope
  await checkRoom(transaction, projectId, drafts.length)
  const made = drafts.map(draft => ({ id: idOf(), ...siteColumns(draft) }))
  checkSites(made, pathOf)
  await checkSiteNames(transaction, scope, made, { pathOf })
  const others = { project_id: projectId, revision: 1, created_at: at, modified_at: at, import_id: importId }
  for (let from = 0; from < made.length; from += rowsAtOnce)
    await transaction
      .insertInto('site')
      .values(made.slice(from, from + rowsAtOnce).map(columns => ({ ...columns, ...others })))
      .execute()
  return made.map(({ id, name }) => ({ id, name }))
}

/** @throws TooManySites when the project has no room for `more` sites */
async function checkRoom(transaction: Transaction, projectId: string, more: number): Promise<void> {
  const { held } = await transaction
    .selectFrom('site')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (held + more > siteLimit) throw new TooManySites(siteLimit.toLocaleString('en'))
}

type PlaceEvent = `${'survey' | 'site'}.${'created' | 'removed'}` | 'site.restored'

const record = (transaction: Transaction, { projectId, accountId: actorId }: Scope, event: PlaceEvent, name: string) =>
  recordActivity(transaction, { projectId, actorId, event, detail: { name } })

function checkDates({ start_date: start, end_date: end }: { start_date: string | null; end_date: string | null }): void {
  if (start && end && end < start) throw new InvalidRequest([{ path: '/endDate', message: 'is before the start date' }])
}

function checkSampling(columns: SamplingColumns): void {
  const faults = samplingFaults(toSampling(columns))
  if (faults.length > 0) throw new InvalidRequest(faults)
}

async function checkSurveyName(transaction: Transaction, projectId: string, name: string, surveyId?: string): Promise<void> {
  const twin = await transaction
    .selectFrom('survey')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
  if (twin && twin.id !== surveyId) throw new SurveyNameTaken(twin.name)
}
