import { importUndoDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { daily, type Upkeep } from '../module.ts'

const dayMs = 86_400_000

/** Forgets imports that can no longer be undone. */
export const forgetSiteImports: Upkeep = daily(async ({ db }) => {
  await db
    .deleteFrom('site_import')
    .where('at', '<', timestamp(Date.now() - importUndoDays * dayMs))
    .execute()
})
