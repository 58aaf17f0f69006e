import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../storage/database.ts'

/** Name of the current measurements. Images measured in another way are measured again. */
export const measureName = 'q1'

const isReady = sql<boolean>`media.removed_at is null and media.state = 'ready'`

/** SQL condition on `media`: the file of the image has been measured. */
const isMeasured: RawBuilder<boolean> = sql`exists (
  select 1 from ai_image_quality where ai_image_quality.media_id = media.id
    and ai_image_quality.sha256 = media.sha256 and ai_image_quality.measure = ${measureName})`

export interface Unmeasured {
  id: string
  sha256: string
}

/** Reads a page of the ready images that are not measured yet, following the id `after`. */
export async function unmeasuredImages(db: Database, projectId: string, after: string, limit: number): Promise<Unmeasured[]> {
  const { rows } = await sql<Unmeasured>`
    select media.id, media.sha256 from media
    where media.project_id = ${projectId} and media.id > ${after} and ${isReady} and not ${isMeasured}
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Counts the ready images that are not measured yet. */
export async function unmeasuredCount(db: Database, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from media where media.project_id = ${projectId} and ${isReady} and not ${isMeasured}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export interface MeasuredRow {
  media_id: string
  site_id: string | null
  hash: string
  sharpness: number
  cluster_id: string | null
  relative_sharpness: number | null
  is_blurred: number
}

/** Reads a page of the measured images with their comparisons, following the id `after`. */
export async function measuredImages(db: Database, projectId: string, after: string, limit: number): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    select ai_image_quality.media_id, media.site_id, ai_image_quality.hash, ai_image_quality.sharpness, ai_image_quality.cluster_id,
      ai_image_quality.relative_sharpness, ai_image_quality.is_blurred
    from media join ai_image_quality on ai_image_quality.media_id = media.id
    where media.project_id = ${projectId} and media.id > ${after} and ${isReady}
    order by media.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}
