import { type RawBuilder, sql } from 'kysely'
import type { WorkState } from '../../../../shared/contracts/annotations.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import { timestamp } from '../../../lib/clock.ts'
import { codedError } from '../../../lib/coded-error.ts'
import type { Blind, FullSight, Sight } from '../../projects/scope.ts'
import { amongValuesOf } from '../../storage/among.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'

/** Refusal of a blind member's request that would reveal other people's annotations. Its arguments are the name and the end of the round. */
export const WorkingBlind = codedError<[string, string]>(annotationCodes.WORKING_BLIND)

/** Reads the running rounds of a project in which an account takes part; null if there are none. */
export async function blindIn(db: Database, accountId: string, projectId: string): Promise<Blind | null> {
  const rounds = await runningRounds(db, accountId).where('annotation_session.project_id', '=', projectId).execute()
  return rounds.length === 0 ? null : toBlind(accountId, rounds)
}

/** Reads the running rounds in which an account takes part, by project. */
export async function blindByProject(db: Database, accountId: string): Promise<Map<string, Blind>> {
  const byProject = Map.groupBy(await runningRounds(db, accountId).execute(), row => row.project_id)
  return new Map([...byProject].map(([projectId, rounds]) => [projectId, toBlind(accountId, rounds)]))
}

function runningRounds(db: Database, accountId: string) {
  const now = timestamp()
  return db
    .selectFrom('annotation_session_member')
    .innerJoin('annotation_session', 'annotation_session.id', 'annotation_session_member.session_id')
    .select(['id', 'project_id', 'name', 'starts_at', 'ends_at', 'hides_earlier'])
    .where('annotation_session_member.account_id', '=', accountId)
    .where('annotation_session.starts_at', '<=', now)
    .where('annotation_session.ends_at', '>', now)
}

type RunningRound = Awaited<ReturnType<ReturnType<typeof runningRounds>['execute']>>[number]

const toBlind = (accountId: string, rounds: RunningRound[]): Blind => ({
  accountId,
  rounds: rounds.map(row => ({
    id: row.id,
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    hidesEarlier: row.hides_earlier === 1
  }))
})

/** Refuses a request from a blind member. @throws WorkingBlind */
export function refuseBlind<S extends Pick<Sight, 'blind'>>(sight: S): asserts sight is S & Pick<FullSight, 'blind'> {
  const [round] = sight.blind?.rounds ?? []
  if (round) throw new WorkingBlind(round.name, round.endsAt)
}

type Alias = 'annotation' | 'whole'

/**
 * SQL condition that is true for annotations hidden from a blind member. These are annotations by any other account on images of a
 * round, even by an account that does not take part. Only annotations made or changed since the start of the round are hidden, unless the
 * round also hides earlier work. Shared sample points are always hidden, because members label copies of them.
 */
export function hiddenFrom({ accountId, rounds }: Blind, alias: Alias = 'annotation'): RawBuilder<boolean> {
  const modifiedAt = sql.ref(`${alias}.modified_at`)
  const hiding = rounds.map(({ id, startsAt, hidesEarlier }) =>
    hidesEarlier
      ? sql<boolean>`session_image.session_id = ${id}`
      : sql<boolean>`(session_image.session_id = ${id} and (${modifiedAt} >= ${startsAt} or ${isPoint(alias)}))`
  )
  return sql`(${isShared(accountId, alias)} and ${isOnImageOf(hiding, alias)})`
}

/**
 * SQL condition that is true for annotations that a blind member cannot change while the round runs. These are annotations by other accounts,
 * and shared sample points, in both cases on images of a round.
 */
function closedTo({ accountId, rounds }: Blind): RawBuilder<boolean> {
  const any = rounds.map(({ id }) => sql<boolean>`session_image.session_id = ${id}`)
  return sql`(${isShared(accountId, 'annotation')} and ${isOnImageOf(any, 'annotation')})`
}

const isOnImageOf = (rounds: RawBuilder<boolean>[], alias: Alias) => sql`exists (
  select 1 from annotation_session_media as session_image
  where session_image.media_id = ${sql.ref(`${alias}.media_id`)} and (${sql.join(rounds, sql` or `)}))`

const isPoint = (alias: Alias) => sql`exists (select 1 from sample_point where sample_point.annotation_id = ${sql.ref(`${alias}.id`)})`

const isShared = (accountId: string, alias: Alias) =>
  sql`(${sql.ref(`${alias}.created_by`)} is distinct from ${accountId} or ${isPoint(alias)})`

/** SQL condition that is true for the annotations that a viewer may see. */
export const shownTo = ({ blind }: Sight, alias: Alias = 'annotation'): RawBuilder<boolean> =>
  blind ? sql`not ${hiddenFrom(blind, alias)}` : sql`1 = 1`

/** Returns whether an annotation is hidden from a blind viewer. */
export async function isHidden(db: Database, { blind }: Sight, annotationId: string): Promise<boolean> {
  if (!blind) return false
  const { rows } = await sql`select 1 from annotation where annotation.id = ${annotationId} and ${hiddenFrom(blind)}`.execute(db)
  return rows.length > 0
}

/**
 * Returns the subset of the given annotations that a blind member cannot edit, by id. `isHidden` is true if the member cannot see the annotation
 * either.
 */
export async function closedAmong(db: Database, { blind }: Sight, ids: Iterable<string>): Promise<Map<string, { isHidden: boolean }>> {
  if (!blind) return new Map()
  const wanted = jsonItems(
    db,
    Array.from(ids, id => ({ id }))
  )
  const { rows } = await sql<{ id: string; hidden: number }>`
    select annotation.id, case when ${hiddenFrom(blind)} then 1 else 0 end as hidden from annotation
    where annotation.id in (select item.value ->> 'id' from ${wanted}) and ${closedTo(blind)}`.execute(db)
  return new Map(rows.map(({ id, hidden }) => [id, { isHidden: hidden === 1 }]))
}

/** Returns whether an image belongs to a round in which the viewer works blind. */
export async function isRoundImage(db: Database, { blind }: Sight, mediaId: string): Promise<boolean> {
  if (!blind) return false
  const row = await db
    .selectFrom('annotation_session_media')
    .select('media_id')
    .where('media_id', '=', mediaId)
    .where(
      'session_id',
      'in',
      blind.rounds.map(({ id }) => id)
    )
    .executeTakeFirst()
  return row !== undefined
}

/** SQL condition on `media` that is true for images of rounds in which the member works blind. */
export const isOfRound = ({ rounds }: Blind): RawBuilder<boolean> => sql`exists (
  select 1 from annotation_session_media as session_image
  where session_image.media_id = media.id and session_image.session_id in (${sql.join(rounds.map(({ id }) => id))}))`

/** SQL expression on `media` for the work state of an image. For images of a round, a blind member gets only their own state. */
export function workStateFor({ blind }: Sight): RawBuilder<WorkState> {
  if (!blind) return sql`media.work_state`
  return sql`(case when ${isOfRound(blind)} then coalesce((
    select media_work.state from media_work where media_work.media_id = media.id and media_work.account_id = ${blind.accountId}
  ), 'notSeen') else media.work_state end)`
}

/** Returns the images with the annotation counts and work states that a member may see. The counts exclude hidden annotations. */
export async function asSeenBlind<M extends { id: string; annotationCount: number; workState: WorkState }>(
  db: Database,
  sight: Sight,
  items: M[]
): Promise<M[]> {
  const { blind } = sight
  if (!blind || items.length === 0) return items
  const wanted = jsonItems(
    db,
    items.map(({ id }) => ({ id }))
  )
  const { rows } = await sql<{ id: string; workState: WorkState; hidden: number }>`
    select media.id, ${workStateFor(sight)} as "workState", (
      select count(*) from annotation where annotation.media_id = media.id and annotation.removed_at is null and ${hiddenFrom(blind)}
    ) as hidden
    from media where media.id in (select item.value ->> 'id' from ${wanted})`.execute(db)
  const seen = new Map(rows.map(row => [row.id, row]))
  return items.map(item => {
    const { workState = item.workState, hidden = 0 } = seen.get(item.id) ?? {}
    return { ...item, workState, annotationCount: Math.max(0, item.annotationCount - Number(hidden)) }
  })
}

/** Returns whether an account's action on an image at a given time is hidden from a blind member. */
export async function isOthersWork(
  db: Database,
  sight: Sight,
  { mediaId, accountId, at }: { mediaId: string; accountId: string | null; at: string }
): Promise<boolean> {
  const { blind } = sight
  if (!blind || accountId === blind.accountId || at < firstStart(blind)) return false
  return isRoundImage(db, sight, mediaId)
}

/** Earliest start of the rounds in which a member works blind. */
export const firstStart = ({ rounds }: Blind): string => rounds.map(({ startsAt }) => startsAt).sort()[0] ?? ''

/** Returns the number of annotations hidden from a blind member, by label id. */
export async function hiddenByLabel(db: Database, blind: Blind): Promise<Map<string, number>> {
  const ids = blind.rounds.map(({ id }) => id)
  const images = sql`select media_id from annotation_session_media where session_id in (${sql.join(ids)})`
  const { rows } = await sql<{ id: string; hidden: number }>`
    select annotation.label_id as id, count(*) as hidden from annotation
    where ${amongValuesOf(db, 'annotation.media_id', images)}
      and annotation.label_id is not null and annotation.removed_at is null and ${hiddenFrom(blind)}
    group by annotation.label_id`.execute(db)
  return new Map(rows.map(row => [row.id, Number(row.hidden)]))
}
