import { sql } from 'kysely'
import type { Progress, WorkState } from '../../../shared/contracts/annotations.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

const order: WorkState[] = ['notSeen', 'inWork', 'done', 'reviewed']

/** How far people are with images. The image itself shows the furthest that anyone said. */
export function workStates(db: Database) {
  return {
    async set(mediaId: string, accountId: string, state: WorkState): Promise<WorkState> {
      return db.transaction().execute(async transaction => {
        const at = timestamp()
        await transaction
          .insertInto('media_work')
          .values({ media_id: mediaId, account_id: accountId, state, at })
          .onConflict(conflict => conflict.columns(['media_id', 'account_id']).doUpdateSet({ state, at }))
          .execute()
        const said = await transaction.selectFrom('media_work').select('state').where('media_id', '=', mediaId).execute()
        const furthest = order[Math.max(...said.map(row => order.indexOf(row.state)))] ?? 'notSeen'
        await transaction.updateTable('media').set({ work_state: furthest }).where('id', '=', mediaId).execute()
        return furthest
      })
    },

    async progress(projectId: string): Promise<Progress> {
      return { images: await imagesByState(projectId), people: await people(projectId) }
    }
  }

  async function imagesByState(projectId: string): Promise<Progress['images']> {
    const rows = await db
      .selectFrom('media')
      .select(['work_state', sql<number>`count(*)`.as('count')])
      .where('project_id', '=', projectId)
      .where('removed_at', 'is', null)
      .groupBy('work_state')
      .execute()
    const counts = { notSeen: 0, inWork: 0, done: 0, reviewed: 0 }
    for (const row of rows) counts[row.work_state] = Number(row.count)
    return counts
  }

  async function people(projectId: string): Promise<Progress['people']> {
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
      .groupBy(['account.id', 'account.name', 'account.email'])
      .execute()
    const seen = ({ inWork, done, reviewed }: Progress['people'][number]) => inWork + done + reviewed
    return rows
      .map(row => ({ ...row, inWork: Number(row.inWork), done: Number(row.done), reviewed: Number(row.reviewed) }))
      .sort((a, b) => seen(b) - seen(a) || a.name.localeCompare(b.name))
  }
}
