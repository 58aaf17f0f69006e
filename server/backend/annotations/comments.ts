import { sql } from 'kysely'
import type { Comment } from '../../../shared/contracts/comments.ts'
import { mention } from '../../../shared/mentions.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { firstStart, isHidden, isOthersWork, isRoundImage, shownTo } from './rounds/blind.ts'
import type { AnnotationRow } from './rows.ts'

/** E-mail addresses after an `@`, in lower case: `@ana@lab.example` → `ana@lab.example`. At most 50. */
export const mentionedIn = (text: string): string[] =>
  [...new Set([...text.matchAll(mention)].map(([, email = '']) => email.toLowerCase()))].slice(0, 50)

interface Said {
  projectId: string
  /** Null when the account is gone. */
  accountId: string | null
  text: string
  at: string
}

/** What people say of annotations. */
// Long: the queries of one noun.
export function commentRepository(db: Database) {
  async function read(where: { annotationId: string } | { id: string }): Promise<Comment[]> {
    const rows = await db
      .selectFrom('comment')
      .leftJoin('account', 'account.id', 'comment.account_id')
      .selectAll('comment')
      .select(({ fn }) => fn.coalesce('account.name', 'account.email').as('author_name'))
      .$if('id' in where, query => query.where('comment.id', '=', 'id' in where ? where.id : ''))
      .$if('annotationId' in where, query => query.where('comment.annotation_id', '=', 'annotationId' in where ? where.annotationId : ''))
      .orderBy('comment.id')
      .execute()
    const people = await peopleOf(
      db,
      rows.flatMap(row => JSON.parse(row.mentions) as string[])
    )
    return rows.map(row => ({
      id: row.id,
      annotationId: row.annotation_id,
      authorId: row.account_id,
      authorName: row.author_name ?? 'a deleted account',
      text: row.text,
      mentions: (JSON.parse(row.mentions) as string[]).flatMap(accountId => people.get(accountId) ?? []),
      createdAt: row.created_at
    }))
  }

  const mentionedMembers = (projectId: string, text: string) => membersWith(db, projectId, mentionedIn(text))

  return {
    /** Accounts that a text mentions: only members can be, an address of someone else stays plain text. */
    mentionedMembers,

    /** A blind viewer does not read what others say on the images of the session while it runs. */
    async ofAnnotation(annotation: Pick<AnnotationRow, 'id' | 'media_id'>, sight: Sight): Promise<Comment[]> {
      const { blind } = sight
      const comments = await read({ annotationId: annotation.id })
      if (!blind || !(await isRoundImage(db, sight, annotation.media_id))) return comments
      const since = firstStart(blind)
      return comments.filter(({ authorId, createdAt }) => authorId === blind.accountId || createdAt < since)
    },

    /** Of the annotations of an image that have any; a blind viewer's count is of what they may read. */
    async countsOn(sight: Sight, mediaId: string): Promise<{ annotationId: string; count: number }[]> {
      const { blind } = sight
      const limits = blind && (await isRoundImage(db, sight, mediaId)) ? { by: blind.accountId, since: firstStart(blind) } : null
      const rows = await db
        .selectFrom('annotation')
        .innerJoin('comment', 'comment.annotation_id', 'annotation.id')
        .select(({ fn }) => ['comment.annotation_id', fn.countAll<number | string>().as('count')])
        .where('annotation.media_id', '=', mediaId)
        .where('annotation.removed_at', 'is', null)
        .where(shownTo(sight))
        .$if(limits !== null, query =>
          query.where(({ eb, or }) =>
            or([eb('comment.account_id', '=', limits?.by ?? ''), eb('comment.created_at', '<', limits?.since ?? '')])
          )
        )
        .groupBy('comment.annotation_id')
        .orderBy('comment.annotation_id')
        .execute()
      return rows.map(row => ({ annotationId: row.annotation_id, count: Number(row.count) }))
    },

    /** Whether a blind viewer may not know of a comment. */
    async isHidden(
      comment: { annotation_id: string; account_id: string | null; media_id: string; created_at: string },
      sight: Sight
    ): Promise<boolean> {
      if (await isHidden(db, sight, comment.annotation_id)) return true
      return isOthersWork(db, sight, { mediaId: comment.media_id, accountId: comment.account_id, at: comment.created_at })
    },

    find: (commentId: string) =>
      db
        .selectFrom('comment')
        .innerJoin('annotation', 'annotation.id', 'comment.annotation_id')
        .select([
          'comment.id',
          'comment.account_id',
          'comment.annotation_id',
          'comment.created_at',
          'annotation.project_id',
          'annotation.media_id'
        ])
        .where('comment.id', '=', commentId)
        .executeTakeFirst(),

    async add(annotation: AnnotationRow, accountId: string, text: string): Promise<Comment> {
      const id = newId()
      const mentions = await mentionedMembers(annotation.project_id, text)
      await db.transaction().execute(async transaction => {
        await transaction
          .insertInto('comment')
          .values({
            id,
            annotation_id: annotation.id,
            account_id: accountId,
            text,
            mentions: JSON.stringify(mentions),
            created_at: timestamp()
          })
          .execute()
        const { file_name: fileName } = await transaction
          .selectFrom('media')
          .select('file_name')
          .where('id', '=', annotation.media_id)
          .executeTakeFirstOrThrow()
        await recordActivity(transaction, {
          projectId: annotation.project_id,
          actorId: accountId,
          event: 'annotation.commented',
          detail: { annotationId: annotation.id, mediaId: annotation.media_id, fileName, mentions: mentions.join(' ') }
        })
      })
      const [comment] = await read({ id })
      return comment as Comment
    },

    /** Says the same of each annotation. @returns the ids of the comments by that of their annotation */
    async addToEach(annotationIds: readonly string[], said: Said): Promise<Map<string, string>> {
      const mentions = await mentionedMembers(said.projectId, said.text)
      const ids = new Map(annotationIds.map(annotationId => [annotationId, newId()]))
      const given = jsonItems(
        db,
        [...ids].map(([annotationId, id]) => ({ annotationId, id }))
      )
      await sql`
        insert into comment (id, annotation_id, account_id, text, mentions, created_at)
        select item.value ->> 'id', item.value ->> 'annotationId', ${said.accountId}, ${said.text}, ${JSON.stringify(mentions)}, ${said.at}
        from ${given}`.execute(db)
      return ids
    },

    async remove(commentId: string): Promise<void> {
      await db.deleteFrom('comment').where('id', '=', commentId).execute()
    },

    /** @returns the annotations whose comments were still there */
    async removeAll(commentIds: readonly string[]): Promise<string[]> {
      const given = jsonItems(
        db,
        commentIds.map(id => ({ id }))
      )
      const removed = await db
        .deleteFrom('comment')
        .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${given})`)
        .returning('annotation_id')
        .execute()
      return removed.map(row => row.annotation_id)
    }
  }
}

async function membersWith(db: Database, projectId: string, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const asked = jsonItems(
    db,
    emails.map(email => ({ email }))
  )
  const rows = await db
    .selectFrom('project_member')
    .innerJoin('account', 'account.id', 'project_member.account_id')
    .select('account.id')
    .where('project_member.project_id', '=', projectId)
    .where('account.email_key', 'in', sql<string>`(select item.value ->> 'email' from ${asked})`)
    .execute()
  return rows.map(({ id }) => id)
}

async function peopleOf(db: Database, accountIds: string[]): Promise<Map<string, Comment['mentions'][number]>> {
  if (accountIds.length === 0) return new Map()
  const asked = jsonItems(
    db,
    accountIds.map(id => ({ id }))
  )
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${asked})`)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { accountId: id, name: name ?? email, email }]))
}
