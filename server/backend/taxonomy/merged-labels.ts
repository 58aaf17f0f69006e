import type { Database } from '../storage/database.ts'

/** A chain of merges is followed this far. */
const mostMerges = 50

/**
 * Labels by the ids that an edit names: a label that was merged meanwhile is the one that it was merged into, as it would be had the edit
 * come before. What is in the catalog no more, or never was, is left out.
 */
export async function labelsMeant(db: Database, projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const meant = new Map<string, string>()
  let sought = new Map([...new Set(ids)].map(id => [id, [id]]))
  for (let merges = 0; sought.size > 0 && merges <= mostMerges; merges++) {
    const present = await db
      .selectFrom('label')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', 'in', [...sought.keys()])
      .execute()
    for (const { id } of present) {
      for (const asked of sought.get(id) ?? []) meant.set(asked, id)
      sought.delete(id)
    }
    sought = await mergedInto(db, projectId, sought)
  }
  return meant
}

/** The next labels of chains, each with the ids that lead there. */
async function mergedInto(db: Database, projectId: string, gone: ReadonlyMap<string, string[]>): Promise<Map<string, string[]>> {
  const next = new Map<string, string[]>()
  if (gone.size === 0) return next
  const versions = await db
    .selectFrom('label_version')
    .select(['label_id', 'state'])
    .where('project_id', '=', projectId)
    .where('label_id', 'in', [...gone.keys()])
    .where('kind', '=', 'merge')
    .execute()
  for (const { label_id: id, state } of versions) {
    const { mergedInto: into } = JSON.parse(state) as { mergedInto?: string }
    if (into !== undefined) next.set(into, [...(next.get(into) ?? []), ...(gone.get(id) ?? [])])
  }
  return next
}
