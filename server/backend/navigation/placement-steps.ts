import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { breathe } from '../../lib/breathe.ts'
import type { EventBus } from '../events/bus.ts'
import { heldEdits } from '../jobs/held-edits.ts'
import { jobSubject } from '../jobs/job-subject.ts'
import { HopelessJob, type JobHandler } from '../jobs/queue.ts'
import { recordActivity } from '../projects/activity.ts'
import { type EditProject, projectEdits, type Transaction } from '../projects/edit-project.ts'
import { everything, type Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { type ChosenImage, cameraSpan, chosenImages, type ImagePlace, imageColumns, imagesBetween } from './chosen-images.ts'
import { type FixesOfTrack, fixesOfTrack } from './fixes-of-track.ts'
import { type FactValues, placedFacts, takenBack, type Values } from './placed-facts.ts'
import { type PlacementRow, placementRow } from './placements.ts'
import { type ReadyTrack, readyTrack } from './ready-track.ts'
import { navigationChanged } from './repository.ts'

/** Number of images in one transaction. Other requests are served between transactions. */
const batchSize = 500

/**
 * Handles the job that runs or undoes a placement, starting at the stored position of the placement. Each step writes its images and the new position
 * in one transaction.
 */
export function placeImages({ db, events }: { db: Database; events: EventBus }): JobHandler {
  const edits = projectEdits(db, events)
  return async ({ payload, signal, progress, hold }) => {
    const editProject = heldEdits(edits, hold)
    const placementId = String(payload.placementId)
    const begun = await jobSubject(placementRow(db, placementId), 'The placement no longer exists')
    const sight = everything(begun.project_id, 'a placement changes facts of images, not annotations')
    const track = begun.state === 'running' ? await trackOf(db, begun.track_id) : null
    const fixes = track && (await fixesOfTrack(db, track.id))
    const total = await totalOf(db, begun, track)
    for (let done = 0; ; ) {
      await progress(Math.min(done, total), total)
      signal.throwIfAborted()
      const row = await placementRow(db, placementId)
      if (row.state === 'done' || row.state === 'undone') break
      done +=
        row.state === 'running' && track && fixes
          ? await placeSome(db, editProject, sight, row, track, fixes)
          : await takeSomeBack(editProject, sight, row)
      events.publish({ type: 'changed', noun: 'media', projectId: sight.projectId })
    }
    await progress(total, total)
    events.publish(navigationChanged(sight))
  }
}

async function trackOf(db: Database, trackId: string): Promise<ReadyTrack> {
  const row = await db.selectFrom('nav_track').selectAll().where('id', '=', trackId).executeTakeFirst()
  if (!row || row.removed_at !== null) throw new HopelessJob('The track was deleted in the meantime')
  return readyTrack(row)
}

async function totalOf(db: Database, row: PlacementRow, track: ReadyTrack | null): Promise<number> {
  if (!track) return row.changed_count
  const settings = JSON.parse(row.settings) as PlacementSettings
  const [first, last] = cameraSpan(track.firstMs, track.lastMs, settings.clockOffsetSeconds)
  const { count } = await chosenImages(db, row.project_id, settings, row.seen_at)
    .where('media.captured_key', '>=', first)
    .where('media.captured_key', '<=', last)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Places a batch of images. Positions are computed before the transaction, so that it stays short. @returns number of examined images */
async function placeSome(
  db: Database,
  editProject: EditProject,
  sight: Sight,
  row: PlacementRow,
  track: ReadyTrack,
  fixes: FixesOfTrack
): Promise<number> {
  const settings = JSON.parse(row.settings) as PlacementSettings
  const behind = row.position === null ? null : (JSON.parse(row.position) as ImagePlace)
  const chosen = chosenImages(db, sight.projectId, settings, row.seen_at)
  const images = await imagesBetween(chosen, cameraSpan(track.firstMs, track.lastMs, settings.clockOffsetSeconds), behind, batchSize)
  const places = new Map<string, { key: string; placed: Exclude<Awaited<ReturnType<FixesOfTrack['placeAt']>>, string> }>()
  for (const { id, captured_key: key } of images) {
    await breathe()
    const placed = await fixes.placeAt(Date.parse(key) + settings.clockOffsetSeconds * 1000, settings.gapSeconds)
    if (typeof placed !== 'string') places.set(id, { key, placed })
  }
  await editProject(sight, async ({ transaction }) => {
    const now = await placementRow(transaction, row.id)
    if (now.state !== 'running' || now.position !== row.position) return // another worker has done this step
    const changes = (await imagesAmong(transaction, [...places.keys()])).flatMap(image => {
      const found = places.get(image.id)
      if (!found || found.key !== image.captured_key) return [] // the time of the image has just been corrected
      const { before, after } = placedFacts(image, found.placed, settings, track)
      return Object.keys(after).length > 0 ? [{ image, before, after }] : []
    })
    await write(
      transaction,
      changes.map(({ image, after }) => ({ image, values: Object.assign({}, ...Object.values(after)) as Values }))
    )
    await keepItems(
      transaction,
      row.id,
      changes.map(({ image, before, after }) => ({ mediaId: image.id, before, after }))
    )
    const last = images.length === batchSize ? images.at(-1) : undefined
    const changedCount = row.changed_count + changes.length
    await transaction
      .updateTable('nav_placement')
      .set({
        changed_count: changedCount,
        position: last ? JSON.stringify({ key: last.captured_key, id: last.id } satisfies ImagePlace) : null,
        state: last ? 'running' : 'done'
      })
      .where('id', '=', row.id)
      .execute()
    const { account_id: actorId, project_id: projectId } = row
    if (!last && actorId !== null) {
      const { gapSeconds, clockOffsetSeconds } = settings
      const detail = { name: track.name, count: changedCount, gapSeconds, clockOffsetSeconds }
      await recordActivity(transaction, { projectId, actorId, event: 'navigation.placed', detail })
    }
  })
  return images.length
}

async function takeSomeBack(editProject: EditProject, sight: Sight, row: PlacementRow): Promise<number> {
  return editProject(sight, async ({ transaction }) => {
    const now = await placementRow(transaction, row.id)
    if (now.state !== 'undoing' || now.position !== row.position) return 0
    const items = await transaction
      .selectFrom('nav_placement_item')
      .select(['media_id', 'before', 'after'])
      .where('placement_id', '=', row.id)
      .where('media_id', '>', row.position ?? '')
      .orderBy('media_id')
      .limit(batchSize)
      .execute()
    const images = new Map(
      (
        await imagesAmong(
          transaction,
          items.map(item => item.media_id)
        )
      ).map(image => [image.id, image])
    )
    const writing: { image: ChosenImage; values: Values }[] = []
    let restored = 0
    for (const item of items) {
      const image = images.get(item.media_id)
      if (!image) continue
      const { values, isWhole } = takenBack(image, JSON.parse(item.before), JSON.parse(item.after))
      if (isWhole) restored += 1
      if (Object.keys(values).length > 0) writing.push({ image, values })
    }
    await write(transaction, writing)
    const last = items.length === batchSize ? items.at(-1) : undefined
    const counts = { restored_count: row.restored_count + restored, kept_count: row.kept_count + items.length - restored }
    await transaction
      .updateTable('nav_placement')
      .set({ ...counts, position: last?.media_id ?? null, state: last ? 'undoing' : 'undone' })
      .where('id', '=', row.id)
      .execute()
    const { undone_by: actorId, project_id: projectId } = row
    if (!last && actorId !== null)
      await recordActivity(transaction, { projectId, actorId, event: 'navigation.undone', detail: { count: counts.restored_count } })
    return items.length
  })
}

/** Reads images. On PostgreSQL it also locks them, so that a correction meanwhile is not overwritten. SQLite has one writer at a time anyway. */
function imagesAmong(transaction: Transaction, ids: string[]): Promise<ChosenImage[]> {
  const listed = jsonItems(
    transaction,
    ids.map(id => ({ id }))
  )
  return transaction
    .selectFrom('media')
    .select(imageColumns)
    .where('media.id', 'in', sql<string>`(select item.value ->> 'id' from ${listed})`)
    .where('media.removed_at', 'is', null)
    .orderBy('media.id')
    .$if(transaction.getExecutor().adapter instanceof PostgresAdapter, query => query.forNoKeyUpdate())
    .execute()
}

async function write(transaction: Transaction, changes: { image: ChosenImage; values: Values }[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ image, values }) => {
    const metadata = JSON.parse(image.metadata) as Record<string, string>
    const columns: Values = {}
    for (const [name, value] of Object.entries(values)) {
      if (!name.startsWith('metadata.')) columns[name] = value
      else if (value === null) delete metadata[name.slice(9)]
      else metadata[name.slice(9)] = String(value)
    }
    const { id, decimal_latitude, decimal_longitude, depth_in_meters, altitude_in_meters } = { ...image, ...columns }
    return { id, decimal_latitude, decimal_longitude, depth_in_meters, altitude_in_meters, metadata: JSON.stringify(metadata) }
  })
  const text = (field: string) => sql.raw<string>(`item.value ->> '${field}'`)
  const number = (field: string): RawBuilder<number> => sql`cast(${text(field)} as double precision)`
  await sql`
    update media set
      decimal_latitude = given.latitude, decimal_longitude = given.longitude, depth_in_meters = given.depth,
      altitude_in_meters = given.altitude, metadata = given.metadata, revision = revision + 1
    from (
      select ${text('id')} as id, ${number('decimal_latitude')} as latitude, ${number('decimal_longitude')} as longitude,
        ${number('depth_in_meters')} as depth, ${number('altitude_in_meters')} as altitude, ${text('metadata')} as metadata
      from ${jsonItems(transaction, rows)}
    ) as given
    where media.id = given.id`.execute(transaction)
}

async function keepItems(
  transaction: Transaction,
  placementId: string,
  items: { mediaId: string; before: FactValues; after: FactValues }[]
) {
  if (items.length === 0) return
  const rows = items.map(({ mediaId, before, after }) => ({ id: mediaId, before: JSON.stringify(before), after: JSON.stringify(after) }))
  await sql`
    insert into nav_placement_item (placement_id, media_id, before, after)
    select ${placementId}, item.value ->> 'id', item.value ->> 'before', item.value ->> 'after'
    from ${jsonItems(transaction, rows)}`.execute(transaction)
}
