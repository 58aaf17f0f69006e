import type { ModelClass } from '../../../shared/contracts/ai-models.ts'
import type { Database } from '../storage/database.ts'
import { isLearnable } from './labelled.ts'

/** Parents and names of the labels of a project, by id. */
export type LabelParents = Map<string, { parentId: string | null; name: string }>

export async function parentsOf(db: Database, projectId: string): Promise<LabelParents> {
  const labels = await db.selectFrom('label').select(['id', 'parent_id', 'name']).where('project_id', '=', projectId).execute()
  return new Map(labels.map(({ id, parent_id: parentId, name }) => [id, { parentId, name }]))
}

/** Class that a label counts for: its own, or that of its nearest learnable ancestor; null without one. */
export function classFinder(counted: readonly Omit<ModelClass, 'name'>[], parents: LabelParents): (labelId: string) => string | null {
  const own = new Set(counted.filter(isLearnable).map(({ labelId }) => labelId))
  return labelId => {
    for (let id: string | null = labelId, depth = 0; id !== null && depth < 100; id = parents.get(id)?.parentId ?? null, depth++)
      if (own.has(id)) return id
    return null
  }
}

/** Index of each name, from 0 in the order of first use. */
export function indexed(names: readonly string[]): number[] {
  const numbers = new Map<string, number>()
  return names.map(name => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}
