import { sql } from 'kysely'
import type { Progress, WorkState } from '../../../shared/contracts/annotations.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { isOfRound, isRoundImage, workStateFor } from './rounds/blind.ts'

const order: WorkState[] = ['notSeen', 'inWork', 'done', 'reviewed']

/** Sets the images that an account edits to `inWork`, unless they are already in a later state. */
export async function beginWork(transaction: Transaction, mediaIds: readonly string[], accountId: string, at: string): Promise<void> {
  if (mediaIds.length === 0) return
  const items = jsonItems(
    transaction,
    mediaIds.map(id => ({ id }))
  )
  await transaction
    .updateTable('media')
    .set({ work_state: 'inWork' })
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${items})`)
    .where('work_state', '=', 'notSeen')
    .execute()
  await sql`
    insert into media_work (media_id, account_id, state, at)
    select item.value ->> 'id', ${accountId}, 'inWork', ${at} from ${items} where 1 = 1
    on conflict (media_id, account_id) do update set state = 'inWork', at = excluded.at where media_work.state = 'notSeen'`.execute(
    transaction
  )
}

/** Work states of images, stored per account. The state of an image is the most advanced state of any account. */
// Long: all queries for one resource.
export function workStates(db: Database) {
  return {
    /** Sets the work state of an image. @returns the state that the account sees */
    async set(sight: AccountSight, mediaId: string, state: WorkState): Promise<WorkState> {
      const { accountId } = sight
      const ofAll = await db.transaction().execute(async transaction => {
        const at = timestamp()
        const isDone = state === 'done' || state === 'reviewed'
        // Locks the image on PostgreSQL, so that two people who set states at once do not overwrite each other.
        await transaction
          .updateTable('media')
          .set(eb => ({ work_state: eb.ref('work_state') }))
          .where('id', '=', mediaId)
          .execute()
        await transaction
          .insertInto('media_work')
          .values({ media_id: mediaId, account_id: accountId, state, at, done_at: isDone ? at : null })
          .onConflict(conflict =>
            conflict
              .columns(['media_id', 'account_id'])
              .doUpdateSet({ state, at, done_at: isDone ? sql<string>`coalesce(media_work.done_at, ${at})` : null })
          )
          .execute()
        const states = await transaction.selectFrom('media_work').select('state').where('media_id', '=', mediaId).execute()
        const furthest = order[Math.max(...states.map(row => order.indexOf(row.state)))] ?? 'notSeen'
        await transaction.updateTable('media').set({ work_state: furthest }).where('id', '=', mediaId).execute()
        return furthest
      })
      return (await isRoundImage(db, sight, mediaId)) ? state : ofAll
    },

    /** Progress of a project. During a round, its members do not get each other's progress on its images. */
    async progress(sight: Sight): Promise<Progress> {
      const ends = sight.blind?.rounds.map(({ endsAt }) => endsAt).sort() ?? []
      return { images: await imagesByState(sight), people: await people(sight), blindUntil: ends.at(-1) ?? null }
    }
  }

  async function imagesByState(sight: Sight): Promise<Progress['images']> {
    const images = db
      .selectFrom('media')
      .select(workStateFor(sight).as('seen'))
      .where('project_id', '=', sight.projectId)
      .where('removed_at', 'is', null)
      .as('image')
    const rows = await db
      .selectFrom(images)
      .select(['seen', sql<number>`count(*)`.as('count')])
      .groupBy('seen')
      .execute()
    const counts = { notSeen: 0, inWork: 0, done: 0, reviewed: 0 }
    for (const row of rows) counts[row.seen] = Number(row.count)
    return counts
  }

  async function people({ projectId, blind }: Sight): Promise<Progress['people']> {
    const imagesIn = (state: WorkState) => sql<number>`sum(case when media_work.state = ${sql.lit(state)} then 1 else 0 end)`
    const rows = await db
      .selectFrom('media_work')
      .innerJoin('media', 'media.id', 'media_work.media_id')
      .innerJoin('account', 'account.id', 'media_work.account_id')
      .select(({ fn }) => ['account.id as accountId', fn.coalesce('account.name', 'account.email').as('name')])
      .select([imagesIn('inWork').as('inWork'), imagesIn('done').as('done'), imagesIn('reviewed').as('reviewed')])
      .where('media.project_id', '=', projectId)
      .where('media.removed_at', 'is', null)
      .where('media_work.state', '!=', 'notSeen')
      .where(blind ? sql<boolean>`(account.id = ${blind.accountId} or not ${isOfRound(blind)})` : sql<boolean>`1 = 1`)
      .groupBy(['account.id', 'account.name', 'account.email'])
      .execute()
    const seen = ({ inWork, done, reviewed }: Progress['people'][number]) => inWork + done + reviewed
    return rows
      .map(row => ({ ...row, inWork: Number(row.inWork), done: Number(row.done), reviewed: Number(row.reviewed) }))
      .sort((a, b) => seen(b) - seen(a) || a.name.localeCompare(b.name))
  }
}
