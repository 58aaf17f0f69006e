import type { Transaction } from '../projects/edit-project.ts'

/** Reassigns a restored site to the observations that used it, except those that now have another site. */
export async function giveBackSite(transaction: Transaction, siteId: string): Promise<void> {
  const former = transaction.selectFrom('removed_site_use').select('thing_id').where('site_id', '=', siteId)
  await transaction.updateTable('observation').set({ site_id: siteId }).where('site_id', 'is', null).where('id', 'in', former).execute()
}
