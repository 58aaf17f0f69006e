import createError from '@fastify/error'
import { type RawBuilder, sql } from 'kysely'
import { isZone, momentOfClock } from '../../../shared/clock/moment-of-clock.ts'
import type { ClockAnswer, ClockAnswered, ClockGroup, ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import { breatheBetweenQueries } from '../../lib/breathe.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'

export const AnsweredMeanwhile = createError(
  'ANSWERED_MEANWHILE',
  'Somebody answered for these images in the meantime: look at their times, and change the answer there if it is wrong',
  409
)

const batchSize = 500
const dayMs = 86_400_000

/** A camera's clock without a zone, for which nobody has answered. */
export const isUnanswered = sql<boolean>`media.removed_at is null and media.time_source in ('unanswered', 'assumed')
  and media.camera_time is not null`

interface Answerer {
  projectId: string
  accountId: string
}

/**
 * Gives images the time that their camera's clock and the answer make, in pages, so that others are served in between. An answer that ends
 * halfway leaves the rest unanswered, or with the answer before: it is given again.
 * @throws InvalidRequest for a zone that there is not, or when a time would lie in the future or before 1971
 * @throws AnsweredMeanwhile when none of the images has the answer any more, or still has none
 * @throws StaleRevision for one image that was edited meanwhile
 */
export async function answerClock(
  db: Database,
  { projectId, accountId }: Answerer,
  { images, ...setting }: ClockAnswer
): Promise<ClockAnswered> {
  if (!isZone(setting.zone)) throw new InvalidRequest([{ path: '/zone', message: `is no time zone: ${setting.zone}` }])
  const chosen = await chosenImages(db, projectId, images)
  const { first, last } = await spanOf(db, chosen)
  if (first === null || last === null) throw new AnsweredMeanwhile()
  requirePossible(first, setting)
  requirePossible(last, setting)
  const answer = newId()
  let imageCount = 0
  for (let after = ''; ; ) {
    const page = await db.transaction().execute(async transaction => {
      const rows = await pageOf(transaction, chosen, after)
      const count = await write(transaction, { rows, chosen, setting, answer })
      if (imageCount === 0 && count > 0) await record(transaction)
      return { count, last: rows.at(-1)?.id, isLast: rows.length < batchSize }
    })
    imageCount += page.count
    if (page.isLast || page.last === undefined) break
    after = page.last
    await breatheBetweenQueries()
  }
  if (imageCount === 0) throw new AnsweredMeanwhile()
  return { answer, imageCount }

  /** With the first images, so that there is no answer without a word of it; it counts all that are meant. */
  async function record(transaction: Database) {
    const { count } = await countOf(transaction, chosen, answer)
    const detail = { count, zone: setting.zone, aheadSeconds: setting.aheadSeconds }
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'media.clock.answered', detail })
  }
}

async function chosenImages(db: Database, projectId: string, images: ClockAnswer['images']): Promise<RawBuilder<boolean>> {
  const ofProject = sql<boolean>`media.project_id = ${projectId}`
  if ('groups' in images) return sql`${ofProject} and ${isUnanswered} and (${sql.join(images.groups.map(ofGroup), sql` or `)})`
  if ('answer' in images) return sql`${ofProject} and media.removed_at is null and media.clock_answer = ${images.answer}`
  const one = await db
    .selectFrom('media')
    .select(['revision', 'camera_time'])
    .where('id', '=', images.mediaId)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!one) throw new NotFound('The media item')
  if (one.camera_time === null) throw new InvalidRequest([{ path: '/images/mediaId', message: 'has no time of its camera’s clock' }])
  if (one.revision !== images.revision) throw new StaleRevision(one.revision, images.revision)
  return sql`${ofProject} and media.removed_at is null and media.id = ${images.mediaId} and media.revision = ${images.revision}`
}

function ofGroup({ camera, cameraSerial, batch }: ClockGroup): RawBuilder<boolean> {
  const is = (column: string, value: string | null) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`
  return sql`(${is('media.camera', camera)} and ${is('media.camera_serial', cameraSerial)} and ${is('media.upload_batch', batch)})`
}

async function spanOf(db: Database, chosen: RawBuilder<boolean>): Promise<{ first: string | null; last: string | null }> {
  return db
    .selectFrom('media')
    .select(({ fn }) => [fn.min('camera_time').as('first'), fn.max('camera_time').as('last')])
    .where(chosen)
    .executeTakeFirstOrThrow()
}

async function countOf(db: Database, chosen: RawBuilder<boolean>, answer: string): Promise<{ count: number }> {
  const { count } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`((${chosen}) or media.clock_answer = ${answer})`)
    .executeTakeFirstOrThrow()
  return { count: Number(count) }
}

async function pageOf(db: Database, chosen: RawBuilder<boolean>, after: string): Promise<{ id: string; camera_time: string | null }[]> {
  return db
    .selectFrom('media')
    .select(['id', 'camera_time'])
    .where(chosen)
    .where('media.id', '>', after)
    .orderBy('media.id')
    .limit(batchSize)
    .execute()
}

interface Written {
  rows: { id: string; camera_time: string | null }[]
  /** Asked again where it is written: of two answers at once each image gets the first. */
  chosen: RawBuilder<boolean>
  setting: ClockSetting
  answer: string
}

async function write(db: Database, { rows, chosen, setting, answer }: Written): Promise<number> {
  const times = rows.flatMap(({ id, camera_time }) =>
    camera_time === null ? [] : [{ id, date: timestamp(momentOfClock(camera_time, setting)) }]
  )
  if (times.length === 0) return 0
  const { numAffectedRows } = await sql`
    update media set event_date = given.date, captured_key = given.date, time_source = 'answer', time_zone = ${setting.zone},
      clock_ahead_seconds = cast(${setting.aheadSeconds} as integer), clock_answer = ${answer}, revision = media.revision + 1
    from (
      select item.value ->> 'id' as id, item.value ->> 'date' as date from ${jsonItems(db, times)}
    ) as given
    where media.id = given.id and ${chosen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @throws InvalidRequest */
function requirePossible(cameraTime: string, setting: ClockSetting): void {
  const moment = momentOfClock(cameraTime, setting)
  const path = setting.aheadSeconds === 0 ? '/zone' : '/aheadSeconds'
  if (moment > Date.now() + 2 * dayMs)
    throw new InvalidRequest([{ path, message: `makes a time that lies in the future: ${timestamp(moment)}` }])
  if (moment < Date.UTC(1971, 0, 1)) throw new InvalidRequest([{ path, message: `makes a time before 1971: ${timestamp(moment)}` }])
}
