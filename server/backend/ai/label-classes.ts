import type { ModelClass } from '../../../shared/contracts/ai-models.ts'
import type { Database } from '../storage/database.ts'
import { currentLabels } from '../taxonomy/merged-labels.ts'
import { isLearnable } from './labelled.ts'
import { backOffThreshold, type ClassTree } from './learning/back-off.ts'

/** Parent and name of each label of a project, by label id. */
export type LabelParents = Map<string, { parentId: string | null; name: string }>

export async function parentsOf(db: Database, projectId: string): Promise<LabelParents> {
  const labels = await db.selectFrom('label').select(['id', 'parent_id', 'name']).where('project_id', '=', projectId).execute()
  return new Map(labels.map(({ id, parent_id: parentId, name }) => [id, { parentId, name }]))
}

/**
 * Reads the parents of the labels of a project, for the classes of a version that was trained before. A class whose label was merged since is below
 * the label that it was merged into, so that the probabilities of classes that became one label add up.
 */
export async function parentsOfLearnt(db: Database, projectId: string, classes: readonly ModelClass[]): Promise<LabelParents> {
  const parents = await parentsOf(db, projectId)
  const current = await currentLabels(
    db,
    projectId,
    classes.map(({ labelId }) => labelId)
  )
  for (const { labelId, name } of classes) {
    const into = current.get(labelId) ?? labelId
    if (into !== labelId) parents.set(labelId, { parentId: into, name })
  }
  return parents
}

/**
 * Finds classes of a version whose labels were merged since.
 * @param classes label ids
 * @returns for each class, the first class with the same current label; null if all have labels of their own
 */
export async function sameClasses(db: Database, projectId: string, classes: readonly string[]): Promise<Int32Array | null> {
  const current = await currentLabels(db, projectId, classes)
  const labels = classes.map(id => current.get(id) ?? id)
  const first = new Map(labels.map((id, place) => [id, place] as const).reverse())
  return first.size < labels.length ? Int32Array.from(labels, id => first.get(id) ?? 0) : null
}

type Counted = Omit<ModelClass, 'name'>

/** Returns a lookup of the class of a label: its own if learnable, else its nearest learnable ancestor, or null. */
export function classFinder(
  counted: readonly Counted[],
  parents: LabelParents,
  isClass: (counted: Counted) => boolean = isLearnable
): (labelId: string) => string | null {
  const own = new Set(counted.filter(isClass).map(({ labelId }) => labelId))
  return labelId => {
    for (let id: string | null = labelId, depth = 0; id !== null && depth < 100; id = parents.get(id)?.parentId ?? null, depth++)
      if (own.has(id)) return id
    return null
  }
}

/**
 * Builds the tree of the catalog above classes. A label that is its own ancestor becomes a root, so that every upward path ends.
 * @param classes label ids
 * @returns `nodes`: label ids of the tree's nodes, the classes first
 */
export function classTree(
  classes: readonly string[],
  parents: LabelParents,
  threshold: number = backOffThreshold
): { nodes: string[]; tree: ClassTree } {
  const nodes = [...classes]
  const places = new Map(nodes.map((labelId, place) => [labelId, place]))
  const above: number[] = []
  for (let place = 0; place < nodes.length; place++) {
    const parentId = parents.get(nodes[place] ?? '')?.parentId ?? null
    if (parentId !== null && !places.has(parentId)) {
      places.set(parentId, nodes.length)
      nodes.push(parentId)
    }
    above.push(parentId === null ? -1 : (places.get(parentId) ?? -1))
  }
  for (const place of above.keys()) if (isAboveItself(place, above)) above[place] = -1
  return { nodes, tree: { classes: classes.length, parents: Int32Array.from(above), threshold } }
}

function isAboveItself(place: number, above: readonly number[]): boolean {
  let at = above[place] ?? -1
  for (let steps = 0; at >= 0 && at !== place && steps < above.length; steps++) at = above[at] ?? -1
  return at === place
}

/** Replaces names by indices, numbered from 0 in order of first occurrence. */
export function indexed(names: readonly string[]): number[] {
  const numbers = new Map<string, number>()
  return names.map(name => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}
