import { sql } from 'kysely'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../../shared/geometry/area-on-image.ts'
import type { Database } from '../database.ts'
import { jsonItems } from '../json-items.ts'
import type { Migration } from './migration.ts'

const pageSize = 5000

/** Areas counted what lies beyond the image, and holes that overlap twice. */
export const areasOnImages: Migration = {
  version: 19,
  name: 'areas on images',
  async up(db) {
    for (let last = ''; ; ) {
      const { rows } = await sql<{ id: string; shape: string; area: number | null; width: number; height: number }>`
        select annotation.id, annotation.shape, annotation.area, media.width, media.height
        from annotation join media on media.id = annotation.media_id
        where annotation.id > ${last} and annotation.shape_kind not in ('point', 'line', 'wholeImage')
        order by annotation.id limit ${pageSize}`.execute(db)
      const areas = rows.map(({ id, shape, width, height }) => ({ id, area: areaOnImage(JSON.parse(shape) as Shape, { width, height }) }))
      await write(
        db,
        areas.filter(({ area }, at) => Math.abs(area - (rows[at]?.area ?? -1)) > 1e-9 * area)
      )
      if (rows.length < pageSize) return
      last = rows.at(-1)?.id ?? last
    }
  }
}

async function write(db: Database, areas: { id: string; area: number }[]): Promise<void> {
  if (areas.length === 0) return
  await sql`update annotation set area = given.area
    from (select item.value ->> 'id' as id, cast(item.value ->> 'area' as double precision) as area from ${jsonItems(db, areas)}) as given
    where annotation.id = given.id`.execute(db)
}
