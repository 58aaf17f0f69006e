import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { parentsOf } from './label-classes.ts'

/** Judgement of given labels against suggested labels, in the catalog as it is now. */
export interface RightLabels {
  /** Returns the label that a label was merged into, or the label itself. */
  currentOf(labelId: string): string
  /**
   * Returns whether a given label is the suggested label or below it. A label below it is right, because an uncertain run suggests a broader label.
   */
  isRight(suggested: string, given: string): boolean
}

/** Reads the catalog for a judgement of labels. Merged labels count as the labels that they were merged into. */
export async function rightLabels(db: Database, projectId: string, labelIds: readonly string[]): Promise<RightLabels> {
  const current = await currentLabels(db, projectId, labelIds)
  const parents = await parentsOf(db, projectId)
  const currentOf = (labelId: string) => current.get(labelId) ?? labelId
  return {
    currentOf,
    isRight(suggested, given) {
      const wanted = currentOf(suggested)
      const seen = new Set<string>() // labels may form a cycle
      let label: string | null = currentOf(given)
      while (label !== null && label !== wanted && !seen.has(label)) {
        seen.add(label)
        label = parents.get(label)?.parentId ?? null
      }
      return label === wanted
    }
  }
}
