import { type RawBuilder, sql } from 'kysely'
import { isZone, momentOfClock } from '../../../shared/clock/moment-of-clock.ts'
import type { ClockAnswer, ClockAnswered, ClockGroup, ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { breatheBetweenQueries } from '../../lib/breathe.ts'
import { timestamp } from '../../lib/clock.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import { excludeEdits } from '../projects/edit-project.ts'
import type { AccountSight } from '../projects/scope.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

export const AnsweredMeanwhile = codedError(mediaCodes.ANSWERED_MEANWHILE)

const batchSize = 500
const dayMs = 86_400_000

/** SQL condition for images whose camera recorded no time zone and whose clock setting nobody has given yet. */
export const isUnanswered = sql<boolean>`media.removed_at is null and media.time_source in ('unanswered', 'assumed')
  and media.camera_time is not null`

/**
 * Time sources of unanswered images, queried one at a time. For each time source, the index orders the images by id. A page over both sources would
 * need a full sort.
 */
const openSources = ['unanswered', 'assumed'] as const

/**
 * Computes the times of images from the camera time and a person's answer about the camera's clock. It writes page by page, so that other requests
 * can run in between. An interrupted answer can be repeated, because the remaining images are unchanged.
 * @throws InvalidRequest for an unknown zone, or when a time would lie in the future or before 1971
 * @throws AnsweredMeanwhile when all images have been answered, or none has the answer to be changed any more
 * @throws StaleRevision when the only image was edited in the meantime
 */
export async function answerClock(
  db: Database,
  { projectId, accountId }: AccountSight,
  { images, ...setting }: ClockAnswer
): Promise<ClockAnswered> {
  if (!isZone(setting.zone)) throw new InvalidRequest([{ path: '/zone', message: `is not a time zone: ${setting.zone}` }])
  const parts = await chosenImages(db, projectId, images)
  const span = await spanOf(db, parts)
  if (!span) throw new AnsweredMeanwhile()
  requirePossible(span.first, setting)
  requirePossible(span.last, setting)
  const answer = newId()
  let imageCount = 0
  for (const part of parts) {
    for (let after: string | null = ''; after !== null; ) {
      const page: { count: number; next: string | null } = await answerPage(part, after)
      imageCount += page.count
      after = page.next
      await breatheBetweenQueries()
    }
  }
  if (imageCount === 0) throw new AnsweredMeanwhile()
  return { answer, imageCount }

  /** Writes the times of one page of images. The first written page also records the activity, in the same transaction. */
  async function answerPage(part: RawBuilder<boolean>, after: string) {
    return db.transaction().execute(async transaction => {
      await excludeEdits(transaction, projectId) // edits lock the project before its images
      const rows = await pageOf(transaction, part, after)
      const count = await write(transaction, { rows, setting, answer })
      if (imageCount === 0 && count > 0) await record(transaction)
      return { count, next: rows.length < batchSize ? null : (rows.at(-1)?.id ?? null) }
    })
  }

  async function record(transaction: AnyTransaction) {
    const detail = { count: span?.count ?? 0, zone: setting.zone, aheadSeconds: setting.aheadSeconds }
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'media.clock.answered', detail })
  }
}

/** Conditions that select the chosen images, one for each index range. */
async function chosenImages(db: Database, projectId: string, images: ClockAnswer['images']): Promise<RawBuilder<boolean>[]> {
  const kept = sql<boolean>`media.project_id = ${projectId} and media.removed_at is null`
  if ('groups' in images) {
    const ofGroups = sql`media.camera_time is not null and (${sql.join(images.groups.map(ofGroup), sql` or `)})`
    return openSources.map(source => sql`${kept} and media.time_source = ${source} and ${ofGroups}`)
  }
  if ('answer' in images) return [sql`${kept} and media.clock_answer = ${images.answer}`]
  const one = await db
    .selectFrom('media')
    .select(['revision', 'camera_time'])
    .where('id', '=', images.mediaId)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!one) throw new NotFound('The image')
  if (one.camera_time === null) throw new InvalidRequest([{ path: '/images/mediaId', message: 'has no camera time' }])
  if (one.revision !== images.revision) throw new StaleRevision(one.revision, images.revision)
  return [sql`${kept} and media.id = ${images.mediaId} and media.revision = ${images.revision}`]
}

function ofGroup({ camera, cameraSerial, batch }: ClockGroup): RawBuilder<boolean> {
  const is = (column: string, value: string | null) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`
  return sql`(${is('media.camera', camera)} and ${is('media.camera_serial', cameraSerial)} and ${is('media.upload_batch', batch)})`
}

async function spanOf(db: Database, parts: RawBuilder<boolean>[]): Promise<{ first: string; last: string; count: number } | null> {
  const spans = []
  for (const part of parts) {
    const { first, last, count } = await db
      .selectFrom('media')
      .select(({ fn }) => [fn.min('camera_time').as('first'), fn.max('camera_time').as('last'), fn.countAll<number>().as('count')])
      .where(part)
      .executeTakeFirstOrThrow()
    if (first !== null && last !== null) spans.push({ first, last, count: Number(count) })
  }
  if (spans.length === 0) return null
  const [firsts, lasts] = [spans.map(({ first }) => first).sort(), spans.map(({ last }) => last).sort()]
  return { first: firsts[0] ?? '', last: lasts.at(-1) ?? '', count: spans.reduce((sum, { count }) => sum + count, 0) }
}

interface Clocked {
  id: string
  camera_time: string | null
  revision: number
}

async function pageOf(db: Database, part: RawBuilder<boolean>, after: string): Promise<Clocked[]> {
  return db
    .selectFrom('media')
    .select(['id', 'camera_time', 'revision'])
    .where(part)
    .where('media.id', '>', after)
    .orderBy('media.id')
    .limit(batchSize)
    .execute()
}

/** Writes times, but skips images that changed since they were read. If two answers arrive simultaneously, each image keeps the first. */
async function write(db: Database, { rows, setting, answer }: { rows: Clocked[]; setting: ClockSetting; answer: string }): Promise<number> {
  const times = rows.flatMap(({ id, camera_time, revision }) =>
    camera_time === null ? [] : [{ id, revision, date: timestamp(momentOfClock(camera_time, setting)) }]
  )
  if (times.length === 0) return 0
  const { numAffectedRows } = await sql`
    update media set event_date = given.date, captured_key = given.date, time_source = 'answer', time_zone = ${setting.zone},
      clock_ahead_seconds = cast(${setting.aheadSeconds} as integer), clock_answer = ${answer}, revision = media.revision + 1
    from (
      select item.value ->> 'id' as id, item.value ->> 'date' as date, cast(item.value ->> 'revision' as integer) as revision
      from ${jsonItems(db, times)}
    ) as given
    where media.id = given.id and media.revision = given.revision and media.removed_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @throws InvalidRequest */
function requirePossible(cameraTime: string, setting: ClockSetting): void {
  const moment = momentOfClock(cameraTime, setting)
  const path = setting.aheadSeconds === 0 ? '/zone' : '/aheadSeconds'
  if (moment > Date.now() + 2 * dayMs)
    throw new InvalidRequest([{ path, message: `would give a time in the future: ${timestamp(moment)}` }])
  if (moment < Date.UTC(1971, 0, 1)) throw new InvalidRequest([{ path, message: `would give a time before 1971: ${timestamp(moment)}` }])
}
