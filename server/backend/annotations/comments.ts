import type { Comment } from '../../../shared/contracts/comments.ts'
import { formerMember } from '../../../shared/former-member.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { mentionedAccounts, mentionedMembers } from './mentions.ts'
import { firstStart, isHidden, isOthersWork, isRoundImage, shownTo } from './rounds/blind.ts'
import type { AnnotationRow } from './rows.ts'

/** Reads and writes comments on annotations. */
// Long: all queries for one resource.
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
    const people = await mentionedAccounts(
      db,
      rows.flatMap(row => JSON.parse(row.mentions) as string[])
    )
    return rows.map(row => ({
      id: row.id,
      annotationId: row.annotation_id,
      authorId: row.account_id,
      authorName: row.author_name ?? formerMember,
      text: row.text,
      mentions: (JSON.parse(row.mentions) as string[]).flatMap(accountId => people.get(accountId) ?? []),
      createdAt: row.created_at
    }))
  }

  return {
    /** Comments on an annotation. During a round, other people's comments on its images are hidden from blind members. */
    async ofAnnotation(annotation: Pick<AnnotationRow, 'id' | 'media_id'>, sight: Sight): Promise<Comment[]> {
      const { blind } = sight
      const comments = await read({ annotationId: annotation.id })
      if (!blind || !(await isRoundImage(db, sight, annotation.media_id))) return comments
      const since = firstStart(blind)
      return comments.filter(({ authorId, createdAt }) => authorId === blind.accountId || createdAt < since)
    },

    /** Returns the number of comments on each annotation of an image. A blind viewer's count includes only the comments they may see. */
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

    /** Returns whether a comment is hidden from a blind viewer. */
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
      const mentions = await mentionedMembers(db, annotation.project_id, text)
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

    async remove(commentId: string): Promise<void> {
      await db.deleteFrom('comment').where('id', '=', commentId).execute()
    }
  }
}
