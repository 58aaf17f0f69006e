import { sql } from 'kysely'
import { NotFound } from '../../lib/errors.ts'
import { giveBackSite } from '../observations/give-back-site.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { restorableSince } from '../projects/project-list.ts'
import type { Database } from '../storage/database.ts'
import type { SiteRow } from './rows.ts'

/** Deletes a site. Its row and the ids of its images and observations are kept so that the site can be restored. @param at time of the edit */
export async function removeRow(transaction: Transaction, site: SiteRow, at: string): Promise<void> {
  const { id, project_id } = site
  await transaction
    .insertInto('removed_site')
    .values({ id, project_id, row: JSON.stringify(site), at })
    .execute()
  for (const table of ['media', 'observation'])
    await sql`insert into removed_site_use (site_id, thing_id) select site_id, id from ${sql.table(table)} where site_id = ${id}`.execute(
      transaction
    )
  await transaction.deleteFrom('site').where('id', '=', id).execute()
}

/** Reads the project of a deleted site that can still be restored. @throws NotFound */
export async function projectOfRemoved(db: Database, siteId: string): Promise<string> {
  return (await removedRow(db, siteId)).project_id
}

/** Reads the former row of a deleted site. A survey or import that no longer exists is set to null. @throws NotFound */
export async function removedRow(db: Database, siteId: string): Promise<SiteRow> {
  const kept = await db
    .selectFrom('removed_site')
    .select('row')
    .where('id', '=', siteId)
    .where('at', '>', restorableSince())
    .executeTakeFirst()
  if (!kept) throw new NotFound('The site')
  const row = JSON.parse(kept.row) as SiteRow
  const { survey_id, import_id } = row
  const isThere = async (table: 'survey' | 'site_import', id: string | null) =>
    id !== null && (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  return {
    ...row,
    survey_id: (await isThere('survey', survey_id)) ? survey_id : null,
    import_id: (await isThere('site_import', import_id)) ? import_id : null
  }
}

/** Reassigns images and observations to a restored site, except those that have since been assigned to another site. */
export async function giveBack(transaction: Transaction, siteId: string): Promise<void> {
  const former = transaction.selectFrom('removed_site_use').select('thing_id').where('site_id', '=', siteId)
  await transaction.updateTable('media').set({ site_id: siteId }).where('site_id', 'is', null).where('id', 'in', former).execute()
  await giveBackSite(transaction, siteId)
  await transaction.deleteFrom('removed_site').where('id', '=', siteId).execute()
}
