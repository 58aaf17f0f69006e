import { createHash } from 'node:crypto'
import type { Database } from '../storage/database.ts'

/** Target shares of the labels in the training, calibration and test splits. */
const shares = [0.7, 0.1, 0.2]
const trainingPart = 0
/** Index of the test split. */
export const testPart = 2

/** Sites or images whose labels stay in the same split, with the number of their labels. */
export interface LabelGroup {
  key: string
  count: number
  /** Keys of the sites or images. There are several if near-duplicates join them. */
  joined: readonly string[]
}

/**
 * Assigns groups to splits. A new group goes to the split that is furthest below its target share of labels. The assignment is permanent, so
 * a later version never trains on a test group. Only groups of different splits that near-duplicates join move: to the training split. When a project changes from grouping by image to grouping by site, its sites count as new.
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
  const before = new Map(parts)
  const counts = [0, 0, 0]
  const assign = ({ key, count, joined }: LabelGroup, part: number) => {
    counts[part] = (counts[part] ?? 0) + count
    for (const each of [key, ...joined]) parts.set(each, part)
  }
  const knownPartOf = ({ key, joined }: LabelGroup): number | undefined => {
    const among = new Set([key, ...joined].flatMap(each => before.get(each) ?? []))
    return among.size > 1 ? trainingPart : [...among][0]
  }
  for (const group of groups) {
    const part = knownPartOf(group)
    if (part !== undefined) assign(group, part)
  }
  for (const group of groups)
    if (knownPartOf(group) === undefined) assign(group, nextPart(counts, group.count, `${projectId} ${group.key}`))
  const changed = [...parts].flatMap(([key, part]) =>
    before.get(key) === part ? [] : [{ project_id: projectId, group_key: key, part, at }]
  )
  for (let from = 0; from < changed.length; from += 200)
    await transaction
      .insertInto('ai_group')
      .values(changed.slice(from, from + 200))
      .onConflict(conflict => conflict.columns(['project_id', 'group_key']).doUpdateSet({ part: ({ ref }) => ref('excluded.part') }))
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
