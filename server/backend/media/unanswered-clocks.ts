import { sql } from 'kysely'
import type { UnansweredClocks } from '../../../shared/contracts/camera-clocks.ts'
import { mostClockGroups } from '../../../shared/limits.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { isUnanswered } from './clock-answers.ts'

/** Finds the unanswered clocks of a project. Each is a group of images with a camera time, but without a zone or an answer. */
export async function unansweredClocks(db: Database, { projectId }: Sight): Promise<UnansweredClocks> {
  const isOpen = sql<boolean>`media.project_id = ${projectId} and ${isUnanswered}`
  const assumed = sql<number>`sum(case when media.time_source = 'assumed' then 1 else 0 end)`
  const all = await db
    .selectFrom('media')
    .select(({ fn }) => [fn.countAll<number>().as('images'), assumed.as('assumed')])
    .where(isOpen)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('media')
    .innerJoin(
      db
        .selectFrom('media')
        .select(({ fn }) => [
          fn.countAll<number>().as('images'),
          assumed.as('assumed'),
          fn.min('camera_time').as('first_time'),
          fn.max('camera_time').as('last_time'),
          fn.max('id').as('example_id')
        ])
        .where(isOpen)
        .groupBy(['camera', 'camera_serial', 'upload_batch'])
        .orderBy('example_id', 'desc')
        .limit(mostClockGroups)
        .as('found'),
      'found.example_id',
      'media.id'
    )
    .select(['found.images', 'found.assumed', 'first_time', 'last_time'])
    .select(['media.id', 'file_name', 'camera', 'camera_serial', 'upload_batch', 'camera_time', 'created_at'])
    .orderBy('media.id', 'desc')
    .execute()
  const groups = rows.map(row => ({
    camera: row.camera,
    cameraSerial: row.camera_serial,
    batch: row.upload_batch,
    imageCount: Number(row.images),
    assumedCount: Number(row.assumed),
    firstTime: row.first_time ?? '',
    lastTime: row.last_time ?? '',
    example: { mediaId: row.id, fileName: row.file_name, cameraTime: row.camera_time ?? '' },
    addedAt: row.created_at
  }))
  return { imageCount: Number(all.images), assumedCount: Number(all.assumed ?? 0), groups }
}
