import { sql } from 'kysely'
import { colourCount } from '../../../../shared/taxonomy/colour-count.ts'
import type { Migration } from '../../storage/migration.ts'

/**
 * Adds the permanent colour of a label, which is assigned at its first use. Labels already in use get their colours here, the most used ones
 * first.
 */
export const labelColours: Migration = {
  version: 32,
  name: 'label colours',
  async up(db) {
    await db.schema.alterTable('label').addColumn('palette_colour', 'integer').execute()
    await db.schema.alterTable('label').addColumn('palette_colour_at', 'text').execute()
    await sql`
      update label set palette_colour = given.colour, palette_colour_at = label.created_at
      from (
        select id, (row_number() over (partition by project_id order by annotation_count desc, id) - 1) % ${sql.lit(colourCount)} as colour
        from label where annotation_count > 0
      ) as given
      where label.id = given.id`.execute(db)
    await sql`create index label_by_palette_colour on label (project_id, palette_colour) where palette_colour is not null`.execute(db)
  }
}
