import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { FullSight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'
import { writeAnnotationPlaces } from './annotation-places.ts'
import { amongNumbers, placesOf } from './derived-places.ts'
import { type PlaceTable, placeKinds } from './tables.ts'

/** Maximum number of records per transaction. Other edits can run between two transactions. */
const batchSize = 200
/** Maximum number of annotations on the images of one transaction. A single image may exceed this number. */
const mostAnnotations = 5_000
/** Maximum number of stale records that a request handles itself. A job handles larger numbers. */
const fewStale = 1_000
/** Number of rows per insert statement. */
const rowsAtOnce = 200
/** Number of replaced rows that a project may accumulate. Above this number, all replaced rows are deleted, and readers must read every row again. */
const keptRemoved = 20_000
/** Maximum number of replaced rows deleted per statement. */
const removedAtOnce = 5_000

type Row = Insertable<PlaceTable>

/** Returns whether so few records are stale that a request can derive their places itself. */
export async function isNearlySettled(db: Database, { projectId }: FullSight): Promise<boolean> {
  const more = await staleRecords(db, projectId).limit(1).offset(fewStale).executeTakeFirst()
  return more === undefined
}

/** Counts the stale records of a project. */
export async function staleCount(db: Database, { projectId }: FullSight): Promise<number> {
  const { count } = await db
    .selectFrom(staleRecords(db, projectId).as('record'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Derives the places of some stale records again, in one transaction. The lock on the project's sequence puts these transactions in order. A reader
 * with a sequence number has therefore missed no earlier row.
 * @param hold locks the job that calls this function
 * @returns the number of processed stale records; 0 when none is left
 */
export async function settleSome(db: Database, { projectId }: FullSight, hold?: (transaction: Database) => Promise<void>): Promise<number> {
  const first = await db.selectFrom('place_stale').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst()
  if (!first) return 0
  return db.transaction().execute(async transaction => {
    await hold?.(transaction)
    const sequence = await nextNumber(transaction, projectId)
    if (sequence === null) return 0
    const records = await staleRecords(transaction, projectId).orderBy('subject_id').orderBy('kind').limit(batchSize).execute()
    const subjects = await withFewAnnotations(
      transaction,
      records.map(row => row.subject_id)
    )
    // A record may have several stale rows, and may get more while its places are derived. Only the rows read here are deleted.
    const stale = await transaction
      .selectFrom('place_stale')
      .select(['id', 'kind', 'subject_id'])
      .where('project_id', '=', projectId)
      .where('subject_id', 'in', amongIds(transaction, subjects))
      .execute()
    const idsOf = (kind: number) => [...new Set(stale.filter(row => row.kind === kind).map(row => row.subject_id))]
    const [images, sites, observations] = [idsOf(placeKinds.image), idsOf(placeKinds.site), idsOf(placeKinds.observation)]
    await noteObservationsAt(transaction, projectId, { sites, images })
    const wanted = await placesOf(transaction, { projectId, images, sites, observations })
    await writeChanges(transaction, { projectId, origins: [...images, ...sites, ...observations], wanted, sequence })
    await writeAnnotationPlaces(transaction, { projectId, images, sequence })
    const read = stale.map(({ id }) => id)
    await transaction.deleteFrom('place_stale').where('id', 'in', amongNumbers(transaction, read)).execute()
    return subjects.length
  })
}

/** Marks observations as stale if their site changed, or if their annotation is on a changed image. A later transaction derives their places. */
async function noteObservationsAt(
  transaction: Database,
  projectId: string,
  { sites, images }: Record<'sites' | 'images', readonly string[]>
): Promise<void> {
  const note = (those: RawBuilder<unknown>) =>
    sql`insert into place_stale (project_id, kind, subject_id)
      select observation.project_id, ${sql.lit(placeKinds.observation)}, observation.id from observation ${those}
      and observation.project_id = ${projectId} and not exists (
        select 1 from place_stale where place_stale.project_id = ${projectId} and place_stale.subject_id = observation.id
          and place_stale.kind = ${sql.lit(placeKinds.observation)})`.execute(transaction)
  if (sites.length > 0) await note(sql`where observation.site_id in ${amongIds(transaction, sites)}`)
  if (images.length > 0)
    await note(sql`join annotation on annotation.id = observation.annotation_id
      where observation.annotation_id is not null and annotation.media_id in ${amongIds(transaction, images)}`)
}

/** Query for the distinct stale records of a project. In PostgreSQL, a stale record may have many rows. */
const staleRecords = (db: Database, projectId: string) =>
  db.selectFrom('place_stale').select(['kind', 'subject_id']).where('project_id', '=', projectId).groupBy(['subject_id', 'kind'])

/** Returns the leading records with at most `mostAnnotations` annotations in total, and at least one record. */
async function withFewAnnotations(transaction: Database, subjects: readonly string[]): Promise<string[]> {
  const rows = await transaction
    .selectFrom('annotation')
    .where('media_id', 'in', amongIds(transaction, subjects))
    .groupBy('media_id')
    .select(({ fn }) => ['media_id', fn.countAll<number>().as('count')])
    .execute()
  const countOf = new Map(rows.map(row => [row.media_id, row.count]))
  let sum = 0
  return subjects.filter((id, index) => {
    sum += countOf.get(id) ?? 0
    return index === 0 || sum <= mostAnnotations
  })
}

/** Increments and returns the sequence number of a project, which locks its sequence. Null if the project no longer exists. */
async function nextNumber(transaction: Database, projectId: string): Promise<number | null> {
  await sql`insert into project_sequence (project_id, value, purged) select id, 0, 0 from project where id = ${projectId}
    on conflict (project_id) do nothing`.execute(transaction)
  const row = await transaction
    .updateTable('project_sequence')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('project_id', '=', projectId)
    .returning('value')
    .executeTakeFirst()
  return row?.value ?? null
}

interface Changes {
  projectId: string
  /** Images, sites and observations whose places are replaced. */
  origins: readonly string[]
  wanted: readonly Omit<Row, 'sequence' | 'removed'>[]
  sequence: number
}

async function writeChanges(transaction: Database, { projectId, origins, wanted, sequence }: Changes): Promise<void> {
  const held = await transaction
    .selectFrom('place')
    .selectAll()
    .where('origin_id', 'in', amongIds(transaction, origins))
    .where('kind', '<>', placeKinds.annotation)
    .where(sql<boolean>`place.project_id || '' = ${projectId}`) // not as a column: an index on the project would lead through all of its places
    .where('removed', '=', 0)
    .execute()
  const wantedBy = new Map(wanted.map(row => [`${row.kind} ${row.subject_id}`, row]))
  const gone: number[] = []
  for (const row of held) {
    const key = `${row.kind} ${row.subject_id}`
    const now = wantedBy.get(key)
    if (now && isSame(row, now)) wantedBy.delete(key)
    else gone.push(row.id)
  }
  if (gone.length > 0)
    await transaction.updateTable('place').set({ removed: 1, sequence }).where('id', 'in', amongNumbers(transaction, gone)).execute()
  const fresh = [...wantedBy.values()].map((row): Row => ({ ...row, sequence, removed: 0 }))
  for (let from = 0; from < fresh.length; from += rowsAtOnce)
    await transaction
      .insertInto('place')
      .values(fresh.slice(from, from + rowsAtOnce))
      .execute()
}

const compared = ['origin_id', 'longitude', 'latitude', 'depth_min', 'depth_max', 'day', 'label_id', 'person_id', 'flags'] as const

const isSame = (held: Selectable<PlaceTable>, wanted: Omit<Row, 'sequence' | 'removed'>) =>
  compared.every(column => held[column] === wanted[column])

/**
 * Deletes the replaced rows of a project once there are many. The rows are deleted in batches, so that other work can run in between. A reader with
 * an older sequence number then reads all rows again.
 */
export async function purgeRemoved(db: Database, { projectId }: FullSight): Promise<void> {
  const removed = db.selectFrom('place').select('id').where('project_id', '=', projectId).where('removed', '=', sql.lit(1))
  const many = await removed.limit(1).offset(keptRemoved).executeTakeFirst()
  if (!many) return
  const purged = await db.transaction().execute(async transaction => {
    const value = await nextNumber(transaction, projectId)
    if (value !== null)
      await transaction.updateTable('project_sequence').set({ purged: value }).where('project_id', '=', projectId).execute()
    return value
  })
  if (purged === null) return
  const some = removed.where('sequence', '<=', purged).limit(removedAtOnce)
  while ((await db.deleteFrom('place').where('id', 'in', some).executeTakeFirst()).numDeletedRows > 0n) await nextTurn()
}
