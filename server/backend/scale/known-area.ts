import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonFieldText } from '../storage/json-values.ts'
import { positiveNumber } from '../storage/text-numbers.ts'

/**
 * Names of the table columns that contain the area of an image in m². The list has the current name, names from earlier versions, both iFDO
 * spellings, and the SQUIDLE+ name.
 */
const columns = ['area', 'image-area-square-meters', 'image-area-square-meter', 'image_area_m2', 'area_m2', 'area_sqm']

/** SQL expression for the area of an image (`media`) in m², from an attached table. Null if unknown. */
export function tableArea(db: Database): RawBuilder<number | null> {
  const given = columns.map(column => positiveNumber(db, jsonFieldText(db, 'media.metadata', column)))
  return sql`(case when media.metadata = '{}' then null else coalesce(${sql.join(given)}) end)`
}

/** SQL expression for the area of an image (`media`) in m², from its scale or, failing that, its table row. Null if unknown. */
export function knownArea(db: Database): RawBuilder<number | null> {
  const scaled = sql`(
    select media_scale.meters_per_pixel * media_scale.meters_per_pixel * media.width * media.height
    from media_scale where media_scale.media_id = media.id
  )`
  return sql`coalesce(${scaled}, ${tableArea(db)})`
}
