import type { AcceptanceScope } from '../../../shared/contracts/bulk-acceptances.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import type { OpenRun } from './open-run.ts'

type RunOfProject = Pick<OpenRun, 'projectId' | 'runId'>

/** Stored label of suggestions of a run. */
export interface LabelInRun {
  stored: string
  /** Label in the catalog: the stored one, or the one that it was merged into. Null after a deletion. */
  current: string | null
}

/**
 * Reads the labels of the suggestions of a run. Suggestions keep the label that the model gave, since a run can have a million. A merge therefore
 * applies when they are read.
 */
export async function labelsInRun(db: Database, { projectId, runId }: RunOfProject): Promise<LabelInRun[]> {
  const rows = await db
    .selectFrom('ai_suggestion_count')
    .select('label_id')
    .distinct()
    .where('run_id', '=', runId)
    .where('label_text', '=', '')
    .orderBy('label_id')
    .execute()
  const current = await currentLabels(
    db,
    projectId,
    rows.map(({ label_id: id }) => id)
  )
  return rows.map(({ label_id: stored }) => ({ stored, current: current.get(stored) ?? null }))
}

/** Returns labels of the catalog with the stored labels that were merged into them. */
export const storedLabels = (labels: readonly LabelInRun[], wanted: readonly string[]): string[] => [
  ...new Set([...wanted, ...labels.flatMap(({ stored, current }) => (current !== null && wanted.includes(current) ? [stored] : []))])
]

/** Scope with stored labels. Without `labelIds`, it has all labels but the deleted ones. */
export type StoredScope = AcceptanceScope & { deletedLabelIds: readonly string[] }

/** Replaces the labels of a scope by the stored ones. Suggestions of a deleted label are in no scope. */
export async function storedScope(db: Database, run: RunOfProject, { labelIds, ...scope }: AcceptanceScope): Promise<StoredScope> {
  const labels = await labelsInRun(db, run)
  const deletedLabelIds = labels.flatMap(({ stored, current }) => (current === null ? [stored] : []))
  return { ...scope, ...(labelIds && { labelIds: storedLabels(labels, labelIds) }), deletedLabelIds }
}

/**
 * Returns the labels of the catalog that a draw from stored labels covers. A label into which others were merged is covered if the draw had all of
 * them.
 */
export function coveredLabels(labels: readonly LabelInRun[], drawn: readonly string[]): string[] {
  const currentOf = new Map(labels.map(({ stored, current }) => [stored, current ?? stored]))
  const wanted = new Set(drawn.map(id => currentOf.get(id) ?? id))
  const missing = new Set(labels.flatMap(({ stored, current }) => (current === null || drawn.includes(stored) ? [] : [current])))
  return [...wanted].filter(id => !missing.has(id)).sort()
}
