import { sql } from 'kysely'
import { jsonFieldText } from '../../storage/json-values.ts'
import type { Migration } from '../../storage/migration.ts'

const texts = ['camera_time', 'time_source', 'time_zone', 'clock_answer', 'camera_serial', 'upload_batch']

/**
 * Adds the columns for camera clocks. Earlier versions read camera times without a zone as UTC. These times remain, marked as assumed. If an image
 * was never edited, its camera time is the stored time without the zone. The time of an edited image may come from a person, so no clock setting is
 * requested for it.
 */
export const cameraClocks: Migration = {
  version: 24,
  name: 'camera clocks',
  async up(db) {
    for (const name of texts) await db.schema.alterTable('media').addColumn(name, 'text').execute()
    await db.schema.alterTable('media').addColumn('clock_ahead_seconds', 'integer').execute()
    await db.schema.alterTable('upload').addColumn('batch', 'text').execute()
    const kept = sql<boolean>`removed_at is null`
    await db.schema.createIndex('media_by_time_source').on('media').columns(['project_id', 'time_source', 'id']).where(kept).execute()
    await db.schema
      .createIndex('media_by_clock_answer')
      .on('media')
      .columns(['clock_answer', 'id'])
      .where(sql<boolean>`clock_answer is not null`)
      .execute()
    await sql`
      update media set time_source = 'assumed', camera_serial = ${jsonFieldText(db, 'media.exif', 'Camera serial number')},
        camera_time = case when revision = 1 then replace(event_date, 'Z', '') end
      where event_date is not null and exif like '%"not in the file: taken as UTC"%'`.execute(db)
    await sql`update media set time_source = 'gps' where revision = 1 and event_date is not null and exif like '%"UTC, from GPS"%'`.execute(
      db
    )
    await sql`update media set time_source = 'file', time_zone = substr(${jsonFieldText(db, 'media.exif', 'Time zone')}, 4)
      where revision = 1 and event_date is not null
        and (exif like '%"Time zone":"UTC+%' or exif like '%"Time zone":"UTC-%')`.execute(db)
  }
}
