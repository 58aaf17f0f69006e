import type { Migration } from '../../storage/migration.ts'

/** Adds the time since which a person has an image as done or reviewed. For earlier states, it is the time of the last change. */
export const doneSince: Migration = {
  version: 85,
  name: 'images done since',
  async up(db) {
    await db.schema.alterTable('media_work').addColumn('done_at', 'text').execute()
    await db
      .updateTable('media_work')
      .set(({ ref }) => ({ done_at: ref('at') }))
      .where('state', 'in', ['done', 'reviewed'])
      .execute()
  }
}
