import type { ImportReport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { taxonomyImportApi } from '../../../../shared/contracts/taxonomy-import.ts'
import { catalogLabelLimit } from '../../../../shared/limits.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { writeAnswer } from '../../../lib/serializer.ts'
import { type Database, type DatabasePlace, openForReading } from '../../storage/database.ts'
import type { Ways } from '../../threads/ways.ts'
import { CatalogFull } from '../errors.ts'
import { labelRows } from '../repository.ts'
import type { Column } from './columns.ts'
import { listOfProject } from './from-project.ts'
import type { GivenList } from './given.ts'
import { type ImportPlan, type PlanOptions, planImport } from './plan.ts'
import { readList } from './read-list.ts'

const labelsAtOnce = 500
const mostReported = 10_000

/** Source of labels: a file, another project's catalog or one of its branches, or a list from WoRMS. */
export type ListSource = { file: Uint8Array } | { projectId: string; labelId: string | undefined } | { list: GivenList }

export interface LabelsTask extends DatabasePlace, PlanOptions {
  projectId: string
  source: ListSource
  /** Whether to report the outcome without changing anything. */
  dryRun: boolean
  /** Id of the import's record. */
  importId: string
}

/**
 * Step of an import. `read`: the list has been read. The catalog is read next, while other edits are locked out. `added` and `changed`: labels
 * to write, parents before children.
 */
export type LabelsStep =
  | { kind: 'read' }
  | { kind: 'added'; labels: ImportPlan['added'] }
  | { kind: 'changed'; labels: ImportPlan['changed'] }

export interface WorkedIn {
  newCount: number
  changedCount: number
  /** Report of the import: JSON as defined by the contract. */
  body: Uint8Array
}

/**
 * Reads a list and plans its import into a catalog, on a separate read-only connection.
 * @throws NotATable | UnusableTable | NotThisFormat
 * @throws InvalidRequest when `under` or the label to copy is not in the expected catalog
 * @throws CatalogFull
 */
export async function labelsWork(task: LabelsTask, { step }: Ways<LabelsStep>): Promise<WorkedIn> {
  const db = openForReading(task)
  try {
    const list = await listOf(db, task.source)
    await step({ kind: 'read' })
    const rows = await labelRows(db, task.projectId)
    if (task.under !== null && !rows.some(({ id }) => id === task.under))
      throw new InvalidRequest([{ path: '/under', message: 'is not a label of this catalog' }])
    const plan = await planImport(rows, list.labels, task)
    if (rows.length + plan.added.length > catalogLabelLimit) throw new CatalogFull(catalogLabelLimit.toLocaleString('en'))
    if (!task.dryRun) {
      for (const labels of inBatches(plan.added)) await step({ kind: 'added', labels })
      for (const labels of inBatches(plan.changed)) await step({ kind: 'changed', labels })
    }
    const report = reportOf(list, plan, task)
    const { newCount, changedCount } = report
    return { newCount, changedCount, body: new TextEncoder().encode(writeAnswer(taxonomyImportApi.list.schema.response[200], report)) }
  } finally {
    await db.destroy()
  }
}

type ReadList = GivenList & { columns: Column[] }

async function listOf(db: Database, source: ListSource): Promise<ReadList> {
  if ('file' in source) return readList(Buffer.from(source.file.buffer, source.file.byteOffset, source.file.byteLength))
  if ('list' in source) return { ...source.list, columns: [] }
  const list = await listOfProject(db, source.projectId, source.labelId)
  if (!list) throw new InvalidRequest([{ path: '/labelId', message: 'is not a label of that project' }])
  return { ...list, columns: [] }
}

function reportOf(list: ReadList, plan: ImportPlan, { dryRun, importId }: LabelsTask): ImportReport {
  const unusable = list.unusable.map(
    ({ row, name, column, message }): RowOutcome => ({ row, outcome: 'refused', name: name ?? '', parentName: null, column, message })
  )
  const outcomes = [...plan.outcomes, ...unusable].sort((a, b) => a.row - b.row)
  const count = (outcome: RowOutcome['outcome']) => outcomes.filter(each => each.outcome === outcome).length
  const [newCount, changedCount] = [plan.added.length, count('changed')]
  return {
    importId: dryRun || newCount + changedCount === 0 ? null : importId,
    rowCount: list.rowCount,
    newCount,
    changedCount,
    unchangedCount: plan.unchangedCount + list.rowCount - list.labels.length - list.unusable.length,
    ambiguousCount: count('ambiguous'),
    refusedCount: count('refused'),
    columns: list.columns,
    rows: firstOfEach(outcomes),
    leftOut: list.leftOut.slice(0, mostReported)
  }
}

function firstOfEach(outcomes: RowOutcome[]): RowOutcome[] {
  const counts = new Map<RowOutcome['outcome'], number>()
  return outcomes.filter(({ outcome }) => {
    const before = counts.get(outcome) ?? 0
    counts.set(outcome, before + 1)
    return before < mostReported
  })
}

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += labelsAtOnce) yield all.slice(at, at + labelsAtOnce)
}
