import type { Migration } from '../../storage/migration.ts'

export const attributeTerms: Migration = {
  version: 27,
  name: 'attribute terms',
  async up(db) {
    await db.schema.alterTable('attribute_field').addColumn('measurement_type_id', 'text').execute()
  }
}
