import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { Database } from '../../storage/database.ts'
import { type CatalogEdit, editCatalog } from '../catalog-edit.ts'
import { CatalogFull } from '../errors.ts'
import { labelRows } from '../repository.ts'
import { insertLabels, updateLabels } from './apply.ts'
import type { Column } from './columns.ts'
import type { GivenList } from './given.ts'
import { type PlanOptions, planImport } from './plan.ts'

const mostTold = 10_000

export interface ImportRequest extends PlanOptions {
  projectId: string
  accountId: string
  list: GivenList
  columns: Column[]
  /** Report only, change nothing. */
  dryRun: boolean
}

/**
 * Takes a list into a catalog, in one transaction; rows that cannot be taken are told, and do not hold up the others.
 * @throws InvalidRequest for an `under` elsewhere
 * @throws CatalogFull
 */
export async function importLabels(db: Database, request: ImportRequest): Promise<ImportReport> {
  const { list, columns, dryRun, under } = request
  return editCatalog(db, request, async edit => {
    const rows = await labelRows(edit.transaction, request.projectId)
    if (under !== null && !rows.some(({ id }) => id === under))
      throw new InvalidRequest([{ path: '/under', message: 'is not a label of this catalog' }])
    const plan = await planImport(rows, list.labels, request)
    if (rows.length + plan.added.length > catalogLabelLimit) throw new CatalogFull(catalogLabelLimit.toLocaleString('en'))
    const unusable = list.unusable.map(
      ({ row, name, column, message }): RowOutcome => ({ row, outcome: 'refused', name: name ?? '', parentName: null, column, message })
    )
    const outcomes = [...plan.outcomes, ...unusable].sort((a, b) => a.row - b.row)
    const count = (outcome: RowOutcome['outcome']) => outcomes.filter(each => each.outcome === outcome).length
    if (!dryRun) {
      await insertLabels(edit, plan.added, 'import')
      await updateLabels(edit, plan.changed, 'import')
      if (plan.added.length + plan.changed.length > 0) await tellTeam(edit, plan.added.length, count('changed'))
    }
    return {
      rowCount: list.rowCount,
      newCount: plan.added.length,
      changedCount: count('changed'),
      unchangedCount: plan.unchangedCount + list.rowCount - list.labels.length - list.unusable.length,
      ambiguousCount: count('ambiguous'),
      refusedCount: count('refused'),
      columns,
      rows: firstOfEach(outcomes),
      leftOut: list.leftOut.slice(0, mostTold)
    }
  })
}

function firstOfEach(outcomes: RowOutcome[]): RowOutcome[] {
  const told = new Map<RowOutcome['outcome'], number>()
  return outcomes.filter(({ outcome }) => {
    const before = told.get(outcome) ?? 0
    told.set(outcome, before + 1)
    return before < mostTold
  })
}

async function tellTeam(edit: CatalogEdit, newCount: number, changedCount: number): Promise<void> {
  await recordActivity(edit.transaction, {
    projectId: edit.projectId,
    actorId: edit.accountId,
    event: 'labels.imported',
    detail: { newCount, changedCount }
  })
}
