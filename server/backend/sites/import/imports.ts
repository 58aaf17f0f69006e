import { sql } from 'kysely'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import type { FoundSite, SiteFile, UndoCounts } from '../../../../shared/contracts/site-imports.ts'
import type { SiteDraft } from '../../../../shared/contracts/sites.ts'
import { importUndoDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { withheldName } from '../../generalisations/as-shown.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject } from '../../projects/edit-project.ts'
import { toPastImport } from '../../projects/past-import.ts'
import type { Scope, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { insertSites } from '../edits.ts'
import { SiteImportOver } from '../errors.ts'
import { nameKey } from '../rows.ts'

const dayMs = 86_400_000

/** Imports of sites. Each can be undone. */
// Long: the edits and queries of one noun.
export function siteImports(db: Database, editProject: EditProject) {
  const select = () =>
    db
      .selectFrom('site_import')
      .leftJoin('account', 'account.id', 'site_import.account_id')
      .selectAll('site_import')
      .select('account.name as by')
      .where('site_import.at', '>', timestamp(Date.now() - importUndoDays * dayMs))

  /** @throws NotFound, including for an import that can no longer be undone */
  async function row(id: string) {
    const found = await select().where('site_import.id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The import')
    return found
  }

  return {
    row,

    /**
     * Marks places whose name a site of the survey already has. With a null `surveyId`, sites without a survey are compared. Names are compared as
     * the viewer sees them.
     */
    async withKnown(
      { projectId, places }: Sight,
      surveyId: string | null,
      found: readonly Omit<FoundSite, 'isKnown'>[]
    ): Promise<SiteFile['sites']> {
      const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
      const sites = await db
        .selectFrom('site')
        .select(['id', 'name'])
        .where('project_id', '=', projectId)
        .where('survey_id', surveyId === null ? 'is' : '=', surveyId)
        .execute()
      const known = new Set(sites.map(({ id, name }) => nameKey(gridOf(id) === null ? name : withheldName(id))))
      return found.map(each => ({ ...each, isKnown: known.has(nameKey(each.name)) }))
    },

    /** Adds the sites of an import in one transaction. @throws SiteNameTaken @throws TooManySites @throws InvalidRequest */
    async apply(scope: Scope, { fileName, sites }: { fileName: string; sites: readonly SiteDraft[] }): Promise<PastImport> {
      const { projectId, accountId } = scope
      const id = newId()
      const count = sites.length
      await editProject(scope, async ({ transaction, at, publish }) => {
        await transaction
          .insertInto('site_import')
          .values({ id, project_id: projectId, file_name: fileName, count, account_id: accountId, at, undone: null })
          .execute()
        await insertSites(transaction, scope, sites, at, { importId: id, pathOf: index => `/sites/${index}` })
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'sites.imported', detail: { count } })
        publish({ type: 'changed', noun: 'sites', projectId })
      })
      return toPastImport(await row(id))
    },

    /** Lists the imports of a project that can be undone or were undone, newest first. */
    async list({ projectId }: Sight): Promise<PastImport[]> {
      const rows = await select().where('project_id', '=', projectId).orderBy('site_import.id', 'desc').limit(100).execute()
      return rows.map(toPastImport)
    },

    /** Counts the sites that undoing an import would delete and keep. @throws SiteImportOver */
    async previewUndo(id: string): Promise<UndoCounts> {
      if ((await row(id)).undone !== null) throw new SiteImportOver()
      return countsOf(db, id)
    },

    /** Deletes the sites of an import, except those that have been edited or have images or observations. @throws SiteImportOver */
    async undo(scope: Scope, id: string): Promise<PastImport> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, at, publish }) => {
        const { undone } = await transaction.selectFrom('site_import').select('undone').where('id', '=', id).executeTakeFirstOrThrow()
        if (undone !== null) throw new SiteImportOver()
        const { numDeletedRows } = await transaction
          .deleteFrom('site')
          .where('id', 'in', unusedSites(transaction, id))
          .executeTakeFirstOrThrow()
        const { keptCount } = await countsOf(transaction, id)
        const outcome = { at, removedCount: Number(numDeletedRows), keptCount }
        await transaction
          .updateTable('site_import')
          .set({ undone: JSON.stringify(outcome) })
          .where('id', '=', id)
          .execute()
        const detail = { count: outcome.removedCount }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'sites.import-undone', detail })
        publish({ type: 'changed', noun: 'sites', projectId })
      })
      return toPastImport(await row(id))
    }
  }
}

/** Returns a query for the sites of an import that have not been edited and have neither images nor observations. */
const unusedSites = (db: Database, importId: string) =>
  db
    .selectFrom('site')
    .select('site.id')
    .where('import_id', '=', importId)
    .where('revision', '=', 1)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('media').select('media.id').whereRef('media.site_id', '=', 'site.id'))))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('observation').select('observation.id').whereRef('observation.site_id', '=', 'site.id')))
    )

async function countsOf(db: Database, importId: string): Promise<UndoCounts> {
  const count = sql<number>`count(*)`.as('count')
  const unused = await db.selectFrom(unusedSites(db, importId).as('unused')).select(count).executeTakeFirstOrThrow()
  const all = await db.selectFrom('site').select(count).where('import_id', '=', importId).executeTakeFirstOrThrow()
  return { removedCount: Number(unused.count), keptCount: Number(all.count) - Number(unused.count) }
}
