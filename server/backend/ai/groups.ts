import { createHash } from 'node:crypto'
import type { Database } from '../storage/database.ts'

/** Target shares of the labels in the training, calibration and test splits. */
const shares = [0.7, 0.1, 0.2]
/** Index of the test split. */
export const testPart = 2

/** Site or image whose labels stay in the same split, with the number of its labels. */
export interface LabelGroup {
  key: string
  count: number
}

/**
 * Assigns groups to splits. A new group goes to the split that is furthest below its target share of labels. The assignment is permanent, so
 * a later version never trains on a test group. When a project changes from grouping by image to grouping by site, its sites count as new.
 * @param groups ordered by their first label
 */
export async function partsOf(
  transaction: Database,
  projectId: string,
  groups: readonly LabelGroup[],
  at: string
): Promise<Map<string, number>> {
  const known = await transaction.selectFrom('ai_group').select(['group_key', 'part']).where('project_id', '=', projectId).execute()
  const parts = new Map(known.map(({ group_key: key, part }) => [key, part]))
  const counts = [0, 0, 0]
  for (const { key, count } of groups) {
    const part = parts.get(key)
    if (part !== undefined) counts[part] = (counts[part] ?? 0) + count
  }
  const added: { project_id: string; group_key: string; part: number; at: string }[] = []
  for (const { key, count } of groups) {
    if (parts.has(key)) continue
    const part = nextPart(counts, count, `${projectId} ${key}`)
    counts[part] = (counts[part] ?? 0) + count
    parts.set(key, part)
    added.push({ project_id: projectId, group_key: key, part, at })
  }
  for (let from = 0; from < added.length; from += 200)
    await transaction
      .insertInto('ai_group')
      .values(added.slice(from, from + 200))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return parts
}

/** Returns the split furthest below its target share. Ties are broken by a hash of the group name. */
export function nextPart(counts: readonly number[], count: number, name: string): number {
  const total = counts.reduce((sum, each) => sum + each, count)
  const missing = shares.map((share, part) => share * total - (counts[part] ?? 0))
  const most = Math.max(...missing)
  const furthest = missing.flatMap((value, part) => (most - value < 1e-9 ? [part] : []))
  const number = createHash('sha256').update(name).digest().readUInt32BE(0)
  return furthest[number % furthest.length] ?? 0
}
