import { type RawBuilder, sql } from 'kysely'
import { cellOf } from '../../../shared/statistics/audit-strata.ts'
import { type PredictedImage, predictionsOf } from '../ai/point-predictions.ts'
import type { PredictedModel } from '../ai/predicted-versions.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import { type AcceptedPoint, acceptedPoints, type EndedAudits } from './audited-points.ts'
import type { Grouping } from './groups.ts'

const imagesAtOnce = 200

/** Sample point with its independent label, its prediction and its acceptance. */
export interface CoverPoint {
  /** Independent label; null without one. */
  labelId: string | null
  /** Class probabilities; null without a prediction. */
  probabilities: Float64Array | null
  /** Cell of the probabilities, for weights; null without a prediction or without ended audits. */
  cell: number | null
  /** Acceptance with an ended audit; null without one, or if the members of a round agreed on a label. */
  accepted: AcceptedPoint | null
}

/** Sample points of one image. */
export interface CoverImage {
  /** Key of the group of the image; null without one. */
  key: string | null
  isHeldOut: boolean
  points: CoverPoint[]
}

interface Reading {
  projectId: string
  grouping: Grouping | null
  /** SQL on `media`: whether the image is counted. */
  isChosen: RawBuilder<boolean>
  version: PredictedModel | null
  /** Labels on which the members of rounds agreed, by annotation id. */
  agreed: ReadonlyMap<string, string>
  audits: EndedAudits
}

/** Yields the images of a project that have sample points, each with its points. The database is read in batches of images. */
export async function* coverImages(
  db: Database,
  { projectId, grouping, isChosen, version, agreed, audits }: Reading
): AsyncGenerator<CoverImage> {
  const hasAudits = audits.acceptances.length > 0
  const chosen = await imagesWithPoints(db, projectId, isChosen)
  for (let from = 0; from < chosen.length; from += imagesAtOnce) {
    const ids = chosen.slice(from, from + imagesAtOnce)
    const images = await withKeys(db, grouping, ids)
    const points = Map.groupBy(await pointsOf(db, ids), ({ media_id: id }) => id)
    const predicted = version ? await predictionsOf(db, version, version.classes.length, ids) : new Map<string, PredictedImage>()
    // On images that trained the model, accepted points count like any other point. Their own labels may have trained the model: a point that was
    // relabelled after an audit has the origin `human_seen`, and models learn from such labels. The errors at these pairs would be too small.
    const heldOut = ids.filter(id => predicted.get(id)?.isHeldOut)
    const accepted = hasAudits ? await acceptedPoints(db, audits, heldOut) : new Map<string, AcceptedPoint>()
    for (const { id, key } of images) {
      const image = predicted.get(id)
      yield {
        key,
        isHeldOut: image?.isHeldOut ?? false,
        points: (points.get(id) ?? []).map(point => {
          const probabilities = image?.points.get(point.id) ?? null
          const taken = (probabilities && accepted.get(point.id)) || null
          const own = point.is_truth === 1 && !taken ? point.label_id : null // its acceptance may have led to the label
          const labelId = own ?? agreed.get(point.id) ?? null
          return {
            labelId,
            probabilities,
            cell: hasAudits && probabilities ? cellOf(probabilities) : null,
            accepted: labelId === null ? taken : null
          }
        })
      }
    }
  }
}

/** Reads the ids of the images with sample points, in order. One query reads all ids, because a filter may name many images. */
async function imagesWithPoints(db: Database, projectId: string, isChosen: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select media.id from media
    where media.project_id = ${projectId} and media.removed_at is null and ${isChosen}
      and exists (select 1 from sample where sample.media_id = media.id)
    order by media.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function withKeys(db: Database, grouping: Grouping | null, ids: readonly string[]): Promise<{ id: string; key: string | null }[]> {
  const { rows } = await sql<{ id: string; key: string | null }>`
    select media.id, ${grouping?.key ?? sql`cast(null as text)`} as key
    from media left join site on site.id = media.site_id
    where media.id in ${amongIds(db, ids)} order by media.id`.execute(db)
  return rows
}

interface Point {
  id: string
  media_id: string
  label_id: string | null
  /** 1 if a person gave the label without a suggestion, and no review rejected or disputed it. */
  is_truth: 0 | 1
}

/** Reads the sample points of images, in the order of their annotation ids: sums in another order differ in their last digits. */
async function pointsOf(db: Database, mediaIds: readonly string[]): Promise<Point[]> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const { rows } = await sql<Point>`
    select annotation.id, annotation.media_id, annotation.label_id,
      case when annotation.label_id is not null and annotation.review_state not in ('rejected', 'disputed')
        and (annotation.origin = 'human' or (annotation.origin is null and annotation.source = 'human')) then 1 else 0 end as is_truth
    from sample join sample_point on sample_point.sample_id = sample.id join annotation on annotation.id = sample_point.annotation_id
    where sample.media_id in (select item.value ->> 'id' from ${wanted}) and annotation.removed_at is null
    order by annotation.id`.execute(db)
  return rows
}
