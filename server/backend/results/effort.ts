import { type RawBuilder, sql } from 'kysely'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import type { Counted } from './counted.ts'
import type { Grouping } from './groups.ts'

/*
 * Effort does not depend on which annotations were found, so filters on annotations do not change it. Filters on images do. An image counts towards
 * the effort when a person finished, annotated or reviewed it. If unreviewed suggestions count, an import or a machine run over the image is enough.
 */

export interface Effort {
  key: string | null
  images: number
  in_effort: number
  /** Number of images that a person annotated or reviewed, but did not finish. */
  only_marked: number
  with_area: number
  area: number | null
}

/** Computes the effort of each group: all its images, the examined ones, and the known area of the examined ones in m². */
export async function effortOf(db: Database, counted: Counted, grouping: Grouping): Promise<Effort[]> {
  const { rows } = await sql<Effort>`
    select key, count(*) as images, sum(in_effort) as in_effort, sum(only_marked) as only_marked,
      sum(case when in_effort = 1 and area is not null then 1 else 0 end) as with_area,
      sum(case when in_effort = 1 then area end) as area
    from (
      select key, area, case when is_done = 1 or is_marked = 1 or is_covered = 1 then 1 else 0 end as in_effort,
        case when is_done = 0 and is_marked = 1 then 1 else 0 end as only_marked
      from (
        select ${grouping.key} as key, ${oneIf(counted.isDone)} as is_done, ${oneIf(isMarked(counted))} as is_marked,
          ${oneIf(counted.isCovered)} as is_covered, ${knownArea(db)} as area
        from media left join site on site.id = media.site_id
        where media.project_id = ${counted.projectId} and media.removed_at is null and ${counted.isChosen}
      ) as seen
    ) as image
    group by key`.execute(db)
  return rows
}

/** SQL on `media`: 1 if the image counts towards the effort, otherwise 0. */
export const inEffort = (counted: Counted): RawBuilder<0 | 1> =>
  oneIf(sql`${counted.isDone} or ${isMarked(counted)} or ${counted.isCovered}`)

const oneIf = (condition: RawBuilder<unknown>): RawBuilder<0 | 1> => sql`(case when ${condition} then 1 else 0 end)`

/**
 * SQL on `media`: whether a person made or reviewed an annotation on the image. Filters do not affect this condition. It reads only the index
 * `annotation_by_count`, except in projects with sample points.
 */
const isMarked = ({ projectId, byPeople }: Counted) => sql`exists (
  select 1 from annotation where annotation.project_id = ${projectId} and annotation.media_id = media.id and annotation.removed_at is null
    and (annotation.source = 'human' or annotation.review_state <> 'proposed') and ${byPeople})`
