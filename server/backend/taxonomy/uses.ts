import { sql } from 'kysely'
import type { LabelUse } from '../../../shared/contracts/taxonomy.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { LabelRow } from './rows.ts'

export const noUse: LabelUse = { annotationCount: 0, imageCount: 0 }

/** Counts the annotations and images of each given label. Hidden annotations and unused labels are omitted. */
export async function labelUses(db: Database, sight: Sight, labels: { id: string }[]): Promise<Map<string, LabelUse>> {
  if (labels.length === 0) return new Map()
  const { rows } = await sql<{ id: string; annotations: number; images: number }>`
    select label_id as id, sum(marks) as annotations, count(*) as images
    from (
      select annotation.label_id, annotation.media_id, count(*) as marks from annotation
      where annotation.project_id = ${sight.projectId} and annotation.removed_at is null and ${shownTo(sight)}
        and annotation.label_id in (select item.value ->> 'id' from ${jsonItems(
          db,
          labels.map(({ id }) => ({ id }))
        )})
      group by annotation.label_id, annotation.media_id
    ) as on_image
    group by label_id`.execute(db)
  return new Map(rows.map(row => [row.id, { annotationCount: Number(row.annotations), imageCount: Number(row.images) }]))
}

export async function useOf(db: Database, sight: Sight, { id }: Pick<LabelRow, 'id'>): Promise<LabelUse> {
  return (await labelUses(db, sight, [{ id }])).get(id) ?? noUse
}
