import { importUndoDays, restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { daily, type Upkeep } from '../module.ts'

const dayMs = 86_400_000
const atOnce = 1_000

/** Permanently deletes observations that can no longer be restored, and imports that can no longer be undone. */
export const purgeObservations: Upkeep = daily(async ({ db }) => {
  const before = timestamp(Date.now() - restoreWindowDays * dayMs)
  const some = db.selectFrom('observation').select('id').where('removed_at', '<', before).limit(atOnce)
  while ((await db.deleteFrom('observation').where('id', 'in', some).executeTakeFirst()).numDeletedRows > 0n);
  await db
    .deleteFrom('observation_import')
    .where('at', '<', timestamp(Date.now() - importUndoDays * dayMs))
    .execute()
})
