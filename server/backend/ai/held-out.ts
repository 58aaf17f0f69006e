import { sql } from 'kysely'
import type { GroupUnit } from '../../../shared/contracts/ai-models.ts'
import type { Database } from '../storage/database.ts'
import { knownParts, testPart } from './groups.ts'
import { groupKeyOf } from './labelled.ts'
import { measureName } from './measured-images.ts'

/** Image with the columns that determine its split. */
export interface PlacedImage {
  media_id: string
  sha256: string
  site_id: string | null
  cluster_id: string | null
}

/**
 * Returns a predicate that is true for images outside the training and calibration splits. Images that only later versions were trained on
 * are excluded too. An image in no split is excluded if it is a near-duplicate of an image in these splits.
 */
export async function heldOutFinder(db: Database, projectId: string, unit: GroupUnit): Promise<(image: PlacedImage) => boolean> {
  const parts = await knownParts(db, projectId)
  const { rows } = await sql<PlacedImage>`
    select media.id as media_id, media.sha256, media.site_id, quality.cluster_id
    from media join ai_image_quality as quality
      on quality.media_id = media.id and quality.sha256 = media.sha256 and quality.measure = ${measureName}
    where media.project_id = ${projectId} and quality.project_id = ${projectId} and quality.cluster_id is not null`.execute(db)
  const isUsed = (part: number | undefined) => part !== undefined && part !== testPart
  const used = new Set(rows.flatMap(image => (isUsed(parts.get(groupKeyOf(unit, image))) ? (image.cluster_id ?? []) : [])))
  return image => {
    const part = parts.get(groupKeyOf(unit, image))
    return part === undefined ? image.cluster_id === null || !used.has(image.cluster_id) : part === testPart
  }
}
