import { sql } from 'kysely'
import type { WorkState } from '../../../shared/contracts/annotations.ts'
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

    /** Images of a project by state. */
    async counts(projectId: string): Promise<Record<WorkState, number>> {
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
  }
}
