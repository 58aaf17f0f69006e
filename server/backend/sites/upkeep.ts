import { importUndoDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { daily, type Upkeep } from '../module.ts'
import { restorableSince } from '../projects/project-list.ts'

const dayMs = 86_400_000

/** Deletes the records of imports that can no longer be undone. */
export const forgetSiteImports: Upkeep = daily(async ({ db }) => {
  await db
    .deleteFrom('site_import')
    .where('at', '<', timestamp(Date.now() - importUndoDays * dayMs))
    .execute()
})

/** Deletes sites permanently once they can no longer be restored. */
export const forgetRemovedSites: Upkeep = daily(({ db }) => db.deleteFrom('removed_site').where('at', '<', restorableSince()).execute())

/**
 * Deletes the ids of site operations after a year. If a browser sends an older operation again, the operation is refused and changes nothing. Its
 * revision is outdated, or its site id is taken.
 */
export const forgetSiteOperations: Upkeep = daily(async ({ db }) => {
  await db
    .deleteFrom('site_operation')
    .where('at', '<', timestamp(Date.now() - 365 * dayMs))
    .execute()
})
