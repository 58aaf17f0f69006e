import { sql } from 'kysely'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../../shared/geometry/area-on-image.ts'
import { Tangled } from '../../../../shared/geometry/crossings.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Migration } from '../../storage/migration.ts'

const pageSize = 5000

interface Row {
  id: string
  shape: string
  area: number | null
  width: number
  height: number
}

/** Recomputes areas. Earlier versions included the part of a shape beyond the image, and subtracted the overlap of two holes twice. */
export const areasOnImages: Migration = {
  version: 19,
  name: 'areas on images',
  async up(db) {
    for (let last = ''; ; ) {
      const { rows } = await sql<Row>`
        select annotation.id, annotation.shape, annotation.area, media.width, media.height
        from annotation join media on media.id = annotation.media_id
        where annotation.id > ${last} and annotation.shape_kind not in ('point', 'line', 'wholeImage')
        order by annotation.id limit ${pageSize}`.execute(db)
      const areas = rows.map(row => ({ id: row.id, area: areaOf(row) }))
      await write(
        db,
        areas.filter(({ area }, at) => Math.abs(area - (rows[at]?.area ?? -1)) > 1e-9 * area)
      )
      if (rows.length < pageSize) return
      last = rows.at(-1)?.id ?? last
    }
  }
}

/** Area of a shape within its image; the stored area if it cannot be computed. */
function areaOf({ shape, area, ...image }: Row): number {
  try {
    return areaOnImage(JSON.parse(shape) as Shape, image)
  } catch (error) {
    if (error instanceof Tangled) return area ?? 0
    throw error
  }
}

async function write(db: Database, areas: { id: string; area: number }[]): Promise<void> {
  if (areas.length === 0) return
  await sql`update annotation set area = given.area
    from (select item.value ->> 'id' as id, cast(item.value ->> 'area' as double precision) as area from ${jsonItems(db, areas)}) as given
    where annotation.id = given.id`.execute(db)
}
