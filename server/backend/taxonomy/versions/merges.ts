import { sql } from 'kysely'
import type { CatalogChange } from '../../../../shared/contracts/catalog-versions.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

export type Merged = Pick<CatalogChange, 'annotationCount' | 'imageCount' | 'mergedInto'>

/** Finds the targets of merged labels. Chains of merges are followed to the label that still exists. */
export async function mergesOf(db: Database, projectId: string, labels: { id: string }[]): Promise<Map<string, Merged>> {
  const wanted = sql`(select item.value ->> 'id' from ${jsonItems(db, labels)})`
  // Labels disappear only by merging or deletion. Merges older than `label_merge` appear only in the history.
  const { rows } = await sql<{ id: string; annotations: number | null; images: number | null; into: string | null; name: string | null }>`
    with recursive gone (id) as (
      select distinct last.label_id from label_version as last
      where last.project_id = ${projectId} and last.kind = 'merge' and last.label_id in ${wanted}
        and not exists (select 1 from label where label.id = last.label_id)
        and not exists (select 1 from label_version as removal where removal.label_id = last.label_id and removal.kind = 'remove')
    ),
    way (id, into_id) as (
      select gone.id, label_merge.into_id from gone join label_merge on label_merge.label_id = gone.id
      union all
      select way.id, label_merge.into_id from way join label_merge on label_merge.label_id = way.into_id
    )
    select gone.id, label_merge.annotation_count as annotations, label_merge.image_count as images, label.id as "into", label.name
    from gone
    left join label_merge on label_merge.label_id = gone.id
    left join (select way.id as gone_id, label.id, label.name from way join label on label.id = way.into_id) as label on label.gone_id = gone.id`.execute(
    db
  )
  return new Map(
    rows.map(({ id, annotations, images, into, name }) => [
      id,
      {
        annotationCount: annotations,
        imageCount: images,
        mergedInto: into !== null && name !== null ? { id: into, name } : null
      }
    ])
  )
}
