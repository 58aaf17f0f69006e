import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

/** Model with predictions for sample points, and the column with its id. */
export interface PredictingModel {
  column: 'version_id' | 'uploaded_model_id'
  id: string
}

const scale = 65_535

/** Packs probabilities as 16-bit whole numbers, little-endian. Values outside 0–1 are clipped. */
export function packed(probabilities: Float32Array): Buffer {
  const bytes = Buffer.alloc(probabilities.length * 2)
  for (const [at, p] of probabilities.entries()) bytes.writeUInt16LE(Math.round(Math.min(1, Math.max(0, p)) * scale), at * 2)
  return bytes
}

/** Predictions of a model for the sample points of one image. */
export interface PredictedImage {
  isHeldOut: boolean
  /** Class probabilities of each point, by annotation id. The sum for a point is 1, or less if the point may be of no class. */
  points: Map<string, Float64Array>
}

/** Reads the predictions of a model for images, by image id. @param classes number of classes of the model */
export async function predictionsOf(
  db: Database,
  model: PredictingModel,
  classes: number,
  mediaIds: readonly string[]
): Promise<Map<string, PredictedImage>> {
  const wanted = jsonItems(
    db,
    mediaIds.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .select(['media_id', 'is_held_out', 'annotation_ids', 'probabilities'])
    .where(model.column, '=', model.id)
    .where('media_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  return new Map(
    rows.map(row => {
      const ids = JSON.parse(row.annotation_ids) as string[]
      const bytes = Buffer.from(row.probabilities)
      const points = new Map(ids.map((id, place) => [id, unpacked(bytes, place * classes, classes)]))
      return [row.media_id, { isHeldOut: row.is_held_out === 1, points }]
    })
  )
}

/** Smallest sum of probabilities that counts as 1. A small difference is due to rounding. */
const nearlyOne = 0.98

/** Unpacks the probabilities of one point. Sums of at least 0.98 are scaled to 1. Independent classes may add up to more than 1. */
function unpacked(bytes: Buffer, from: number, classes: number): Float64Array {
  const values = Float64Array.from({ length: classes }, (_, place) => bytes.readUInt16LE((from + place) * 2))
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map(value => value / (sum >= nearlyOne * scale ? sum : scale))
}
