import { type RawBuilder, sql } from 'kysely'
import { timestamp } from '../../../lib/clock.ts'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { isUnnamedPoint } from './points.ts'

/**
 * Ids of rounds that are running, or whose annotations have not been matched since they ended. Until they are matched, these annotations
 * count only for their authors.
 */
export async function pendingRounds(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('annotation_session')
    .select('id')
    .where('project_id', '=', projectId)
    .where('starts_at', '<=', timestamp())
    .where('grouped_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** SQL condition that is true for an `annotation` that another account made as a member of a pending round. */
export const isPending = (rounds: readonly string[], accountId: string | null): RawBuilder<boolean> =>
  rounds.length === 0 ? sql`1 = 0` : sql`(annotation.created_by is distinct from ${accountId} and ${isOfRound(rounds)})`

/** Returns the number of annotations of a project that the viewer's counts exclude because of pending rounds. They count only for their authors. */
export async function pendingMarks(db: Database, { projectId, accountId }: Sight): Promise<number> {
  const rounds = await pendingRounds(db, projectId)
  if (rounds.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from annotation join media on media.id = annotation.media_id
    where annotation.project_id = ${projectId} and annotation.removed_at is null and media.removed_at is null
      and annotation.review_state <> 'rejected' and not ${isUnnamedPoint} and ${isPending(rounds, accountId)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const isOfRound = (rounds: readonly string[]) => sql`exists (
  select 1 from annotation_session_media as session_image
    join annotation_session on annotation_session.id = session_image.session_id
    join annotation_session_member as member on member.session_id = annotation_session.id and member.account_id = annotation.created_by
  where session_image.media_id = annotation.media_id and annotation_session.id in (${sql.join(rounds)})
    and annotation.created_at >= annotation_session.starts_at and annotation.created_at < annotation_session.ends_at)`

/**
 * SQL condition on `media`: someone whose work counts for the viewer has marked the image as done or reviewed. A work state that a
 * member of a pending round set after the round started counts only for that member.
 */
export function isDoneBeside(rounds: readonly string[], accountId: string | null): RawBuilder<boolean> {
  const done = sql`media.work_state in ('done', 'reviewed')`
  if (rounds.length === 0) return sql`${done}`
  const ofRound = sql`session_image.media_id = media.id and session_image.session_id in (${sql.join(rounds)})`
  return sql`(${done} and (
    not exists (select 1 from annotation_session_media as session_image where ${ofRound})
    or exists (
      select 1 from media_work where media_work.media_id = media.id and media_work.state in ('done', 'reviewed')
        and (media_work.account_id = ${accountId} or not exists (
          select 1 from annotation_session_media as session_image
            join annotation_session on annotation_session.id = session_image.session_id
            join annotation_session_member as member
              on member.session_id = annotation_session.id and member.account_id = media_work.account_id
          where ${ofRound} and media_work.at >= annotation_session.starts_at)))))`
}
