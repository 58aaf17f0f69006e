import type { ObservationImportReport } from '../../../../shared/contracts/observation-import.ts'
import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import { importUndoDays } from '../../../../shared/limits.ts'
import { timestamp } from '../../../lib/clock.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject } from '../../projects/edit-project.ts'
import { toPastImport } from '../../projects/past-import.ts'
import type { Scope, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { ObservationImportOver } from '../errors.ts'
import { fieldColumns } from '../rows.ts'
import { planImport, readTable } from './plan.ts'

const dayMs = 86_400_000
/** Rows per insert statement. The number stays below SQLite's limit on variables. */
const rowsAtOnce = 500

interface Table {
  file: Buffer
  fileName: string
}

/** Imports of observation tables, which can be undone. */
// Long: the edits and queries of one noun.
export function observationImports(db: Database, editProject: EditProject) {
  const select = () =>
    db
      .selectFrom('observation_import')
      .leftJoin('account', 'account.id', 'observation_import.account_id')
      .selectAll('observation_import')
      .select('account.name as by')
      .where('observation_import.at', '>', timestamp(Date.now() - importUndoDays * dayMs))

  /** @throws NotFound if the import does not exist or can no longer be undone */
  async function row(id: string) {
    const found = await select().where('observation_import.id', '=', id).executeTakeFirst()
    if (!found) throw new NotFound('The import')
    return found
  }

  return {
    row,

    /** Previews an import without changing anything. @throws NotATable @throws UnusableTable */
    async preview(scope: Scope, file: Buffer): Promise<ObservationImportReport> {
      const { report } = await planImport(db, scope, await readTable(file))
      return { importId: null, ...report }
    },

    /** Adds the observations of a table in one transaction. Refused rows do not affect the others. @throws NotATable @throws UnusableTable */
    async apply(scope: Scope, { file, fileName }: Table): Promise<ObservationImportReport> {
      const { projectId, accountId } = scope
      const table = await readTable(file)
      return editProject(scope, async ({ transaction, at, publish }) => {
        const { report, added } = await planImport(transaction, scope, table)
        if (added.length === 0) return { importId: null, ...report }
        const importId = newId()
        const count = added.length
        await transaction
          .insertInto('observation_import')
          .values({ id: importId, project_id: projectId, file_name: fileName, count, account_id: accountId, at, undone: null })
          .execute()
        const made = { project_id: projectId, import_id: importId, change_kind: 'created' as const, revision: 1 }
        const by = { created_by: accountId, created_at: at, modified_by: accountId, modified_at: at }
        for (let from = 0; from < count; from += rowsAtOnce)
          await transaction
            .insertInto('observation')
            .values(added.slice(from, from + rowsAtOnce).map(fields => ({ id: newId(), ...made, ...fieldColumns(fields), ...by })))
            .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'observations.imported', detail: { count } })
        publish({ type: 'changed', noun: 'observations', projectId })
        return { importId, ...report }
      })
    },

    /** Lists the recent imports of a project, newest first: imports that can be undone, and imports already undone. */
    async list({ projectId }: Sight): Promise<PastImport[]> {
      const rows = await select().where('project_id', '=', projectId).orderBy('observation_import.id', 'desc').limit(100).execute()
      return rows.map(toPastImport)
    },

    /** Undoes an import: deletes its observations, except those edited since. @throws ObservationImportOver */
    async undo(scope: Scope, id: string): Promise<PastImport> {
      const { projectId, accountId } = scope
      await editProject(scope, async ({ transaction, at, publish }) => {
        const { undone } = await transaction
          .selectFrom('observation_import')
          .select('undone')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (undone !== null) throw new ObservationImportOver()
        const { numUpdatedRows } = await transaction
          .updateTable('observation')
          .set({ removed_at: at })
          .where('import_id', '=', id)
          .where('removed_at', 'is', null)
          .where('revision', '=', 1)
          .executeTakeFirstOrThrow()
        const { count } = await transaction
          .selectFrom('observation')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('import_id', '=', id)
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow()
        const outcome = { at, removedCount: Number(numUpdatedRows), keptCount: Number(count) }
        await transaction
          .updateTable('observation_import')
          .set({ undone: JSON.stringify(outcome) })
          .where('id', '=', id)
          .execute()
        const detail = { count: outcome.removedCount }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'observations.import-undone', detail })
        publish({ type: 'changed', noun: 'observations', projectId })
      })
      return toPastImport(await row(id))
    }
  }
}
