import { restoreWindowDays } from '../../../shared/limits.ts'
import { daily, type Upkeep } from '../module.ts'

const dayMs = 86_400_000
const atOnce = 1_000

/** Deletes observations for good that were deleted longer ago than they can be restored. */
export const purgeObservations: Upkeep = daily(async ({ db }) => {
  const before = new Date(Date.now() - restoreWindowDays * dayMs).toISOString()
  const some = db.selectFrom('observation').select('id').where('removed_at', '<', before).limit(atOnce)
  while ((await db.deleteFrom('observation').where('id', 'in', some).executeTakeFirst()).numDeletedRows > 0n);
})
