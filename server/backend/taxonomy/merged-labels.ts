import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/**
 * Maps the label ids of an edit to current label ids. A label that has been merged is replaced by the target of the merge. Deleted and unknown
 * labels are omitted.
 */
export async function currentLabels(db: Database, projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const items = jsonItems(
    db,
    [...new Set(ids)].map(id => ({ id }))
  )
  const wanted = sql`(select item.value ->> 'id' from ${items})`
  const { rows } = await sql<{ given: string; found: string }>`
    with recursive way (given, label_id) as (
      select label_merge.label_id, label_merge.into_id from label_merge where label_merge.label_id in ${wanted}
      union all
      select way.given, label_merge.into_id from way join label_merge on label_merge.label_id = way.label_id
    )
    select label.id as given, label.id as found from label where label.project_id = ${projectId} and label.id in ${wanted}
    union all
    select way.given, label.id as found from way join label on label.id = way.label_id where label.project_id = ${projectId}`.execute(db)
  return new Map(rows.map(row => [row.given, row.found]))
}
