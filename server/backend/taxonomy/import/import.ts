import { newId } from '../../../lib/ids.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject } from '../../projects/edit-project.ts'
import type { AccountSight } from '../../projects/scope.ts'
import { inThread } from '../../threads/in-thread.ts'
import { type CatalogEdit, editCatalog, labelsChanged } from '../catalog-edit.ts'
import { insertLabels, updateLabels } from './apply.ts'
import type { LabelsTask, WorkedIn } from './labels-work.ts'
import { recordImport } from './past-imports.ts'

export interface ImportRequest extends Omit<LabelsTask, 'importId' | 'projectId'> {
  /** Name of the file, project or register that the labels come from. */
  sourceName: string
}

export interface Watch {
  signal: AbortSignal
  transfer?: ArrayBuffer[]
}

/**
 * Imports a list into a catalog in one transaction. A thread reads the list and plans the import; this function writes the changes. Unusable
 * rows are reported and do not affect the others.
 * @throws NotATable | UnusableTable | NotThisFormat
 * @throws InvalidRequest when `under` or the label to copy is not in the expected catalog
 * @throws CatalogFull
 * @throws the abort reason of the signal
 */
export async function importLabels(
  editProject: EditProject,
  scope: AccountSight,
  { sourceName, ...given }: ImportRequest,
  watch: Watch
): Promise<WorkedIn> {
  const task = { ...given, projectId: scope.projectId, importId: newId() }
  return inThread('labels', task, watch, async next => {
    await next() // the list is read before this edit locks the catalog for others
    return editCatalog(editProject, scope, async edit => {
      for (;;) {
        const { done, value } = await next()
        if (done) {
          if (!task.dryRun && value.newCount + value.changedCount > 0) {
            await recordImport(edit, { ...value, id: task.importId, sourceName })
            await recordInActivity(edit, value)
            edit.publish(labelsChanged(edit))
          }
          return value
        }
        if (value.kind === 'added') await insertLabels(edit, value.labels, 'import')
        else if (value.kind === 'changed') await updateLabels(edit, value.labels, 'import')
      }
    })
  })
}

async function recordInActivity({ transaction, projectId, accountId }: CatalogEdit, { newCount, changedCount }: WorkedIn): Promise<void> {
  await recordActivity(transaction, { projectId, actorId: accountId, event: 'labels.imported', detail: { newCount, changedCount } })
}
