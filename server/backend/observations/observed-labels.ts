import type { Database } from '../storage/database.ts'

/** Reads the ids of the labels that the observations of a project refer to. */
export async function observedLabels(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('observation')
    .select('label_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where('label_id', 'is not', null)
    .execute()
  return rows.flatMap(({ label_id: id }) => id ?? [])
}
