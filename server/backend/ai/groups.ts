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

/** Reads the stored split of each site and image of a project, by group key. */
export async function knownParts(db: Database, projectId: string): Promise<Map<string, number>> {
  const known = await db.selectFrom('ai_group').select(['group_key', 'part']).where('project_id', '=', projectId).execute()
  return new Map(known.map(({ group_key: key, part }) => [key, part]))
}

/**
 * Assigns groups to splits, and stores nothing. A new group goes to the split that is furthest below its target share of labels. A stored
 * assignment is permanent, so a later version never trains on a test group. Only groups from different splits that near-duplicates join
 * move, namely to the training split. When a project changes from grouping by image to grouping by site, its sites count as new.
 * @param known stored splits
 * @param groups ordered by their first label
 * @returns the split of each known and each given group
 */
export function partsOf(known: ReadonlyMap<string, number>, projectId: string, groups: readonly LabelGroup[]): Map<string, number> {
  const parts = new Map(known)
  const counts = [0, 0, 0]
  const assign = ({ key, count, joined }: LabelGroup, part: number) => {
    counts[part] = (counts[part] ?? 0) + count
    for (const each of [key, ...joined]) parts.set(each, part)
  }
  const knownPartOf = ({ key, joined }: LabelGroup): number | undefined => {
    const among = new Set([key, ...joined].flatMap(each => known.get(each) ?? []))
    return among.size > 1 ? trainingPart : [...among][0]
  }
  for (const group of groups) {
    const part = knownPartOf(group)
    if (part !== undefined) assign(group, part)
  }
  for (const group of groups)
    if (knownPartOf(group) === undefined) assign(group, nextPart(counts, group.count, `${projectId} ${group.key}`))
  return parts
}

/**
 * Stores the splits that a version was learnt with. The caller stores the version in the same transaction, so that a failed run assigns no
 * groups.
 * @param known splits from which `parts` was made
 * @throws Error when another run has assigned one of the groups since. The next try of the job uses the new splits
 */
export async function storeParts(
  transaction: Database,
  projectId: string,
  { known, parts }: { known: ReadonlyMap<string, number>; parts: ReadonlyMap<string, number> },
  at: string
): Promise<void> {
  const now = await knownParts(transaction, projectId)
  for (const key of parts.keys())
    if (now.get(key) !== known.get(key)) throw new Error('another run assigned the same groups while this one learnt')
  const changed = [...parts].flatMap(([key, part]) => (now.get(key) === part ? [] : [{ project_id: projectId, group_key: key, part, at }]))
  for (let from = 0; from < changed.length; from += 200)
    await transaction
      .insertInto('ai_group')
      .values(changed.slice(from, from + 200))
      .onConflict(conflict => conflict.columns(['project_id', 'group_key']).doUpdateSet({ part: ({ ref }) => ref('excluded.part') }))
      .execute()
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
