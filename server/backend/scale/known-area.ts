import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonFieldText } from '../storage/json-values.ts'
import { positiveNumber } from '../storage/text-numbers.ts'

/**
 * Columns of an attached table that give the area of an image in m²: the name that is kept now, then those that tables attached earlier
 * kept, iFDO's two spellings and SQUIDLE+'s.
 */
const columns = ['area', 'image-area-square-meters', 'image-area-square-meter', 'image_area_m2', 'area_m2', 'area_sqm']

/** Area in m² that an attached table gives of an image (`media`). */
export function tableArea(db: Database): RawBuilder<number | null> {
  const given = columns.map(column => positiveNumber(db, jsonFieldText(db, 'media.metadata', column)))
  return sql`(case when media.metadata = '{}' then null else coalesce(${sql.join(given)}) end)`
}

/** Area in m² that an image (`media`) shows: by its scale, else as its table says; null where it is not known. */
export function knownArea(db: Database): RawBuilder<number | null> {
  const scaled = sql`(
    select media_scale.meters_per_pixel * media_scale.meters_per_pixel * media.width * media.height
    from media_scale where media_scale.media_id = media.id
  )`
  return sql`coalesce(${scaled}, ${tableArea(db)})`
}
