import { sql } from 'kysely'
import { timestamp } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { Migration } from '../../storage/migration.ts'

export const turnedScales: Migration = {
  version: 18,
  name: 'turned scales',
  async up(db) {
    await db.schema.alterTable('media_scale').addColumn('corrected_from', sql`double precision`).execute()

    // An older formula applied the longer side of the sensor to the width of portrait images. Their areas were (height ÷ width)² times too large.
    const isTurnedLens = sql`media_scale.basis like '%"method":"lens"%' and media.height > media.width`
    const { rows: projects } = await sql<{ id: string; count: number }>`
      select media.project_id as id, count(*) as count from media_scale join media on media.id = media_scale.media_id
      where ${isTurnedLens} group by media.project_id`.execute(db)
    await sql`update media_scale set corrected_from = meters_per_pixel, formula_version = 2, revision = media_scale.revision + 1,
        meters_per_pixel = meters_per_pixel * media.width / media.height
      from media where media.id = media_scale.media_id and ${isTurnedLens}`.execute(db)

    const values = (id: string, count: number) =>
      sql`(${newId()}, ${id}, null, 'scale.corrected', ${JSON.stringify({ count: Number(count) })}, ${timestamp()})`
    for (const { id, count } of projects)
      await sql`insert into activity (id, project_id, actor_id, event, detail, time) values ${values(id, count)}`.execute(db)
  }
}
