import { type RawBuilder, sql } from 'kysely'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { shownTo } from '../rounds/blind.ts'

interface Node {
  id: string
  parent_id: string | null
  name_key: string
  wanted: 0 | 1
}

/**
 * Reads the ids of the labels with annotations that the viewer may see, in tree order. A label comes before its descendants, and siblings are sorted by name.
 * @param allowed SQL condition on `label` that the labels must meet
 * @param also label to include even without annotations
 */
export async function labelsInTreeOrder(db: Database, sight: Sight, allowed: RawBuilder<boolean>, also: string | null): Promise<string[]> {
  const { projectId, blind } = sight
  const isShown = blind
    ? sql`exists (select 1 from annotation where annotation.label_id = label.id and annotation.removed_at is null and ${shownTo(sight)})`
    : sql`1 = 1`
  const { rows } = await sql<Node>`
    with recursive
      wanted (id) as (
        select label.id from label
        where label.project_id = ${projectId} and ((label.annotation_count > 0 and ${allowed} and ${isShown}) or label.id = ${also ?? ''})
      ),
      seen (id, parent_id, name_key) as (
        select label.id, label.parent_id, label.name_key from label where label.id in (select id from wanted)
        union
        select label.id, label.parent_id, label.name_key from label join seen on label.id = seen.parent_id
      )
    select seen.id, seen.parent_id, seen.name_key, case when seen.id in (select id from wanted) then 1 else 0 end as wanted
    from seen order by seen.name_key, seen.id`.execute(db)
  const children = new Map<string | null, Node[]>()
  for (const row of rows) {
    const siblings = children.get(row.parent_id)
    if (siblings) siblings.push(row)
    else children.set(row.parent_id, [row])
  }
  const ordered: string[] = []
  const open = [...(children.get(null) ?? [])].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.wanted) ordered.push(node.id)
    open.push(...[...(children.get(node.id) ?? [])].reverse())
  }
  return ordered
}
