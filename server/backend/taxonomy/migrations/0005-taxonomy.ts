import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

type Table = CreateTableBuilder<string, string>

export const taxonomy: Migration = {
  version: 5,
  name: 'taxonomy',
  // Long: one step of the schema, table after table.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const account = (column: ColumnDefinitionBuilder) => column.references('account.id').onDelete('set null')

    /** Content of a label, both in the catalog and in its frozen versions. */
    const withState = (table: Table) =>
      table
        .addColumn('parent_id', key)
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('name_key', key, column => column.notNull())
        .addColumn('scientific_name', 'text')
        .addColumn('scientific_name_authorship', 'text')
        .addColumn('taxon_rank', 'text')
        .addColumn('scientific_name_id', 'text')
        .addColumn('accepted_name_usage', 'text')
        .addColumn('accepted_name_usage_id', 'text')
        .addColumn('taxonomic_status', 'text')
        .addColumn('identification_qualifier', 'text')
        .addColumn('morphospecies', 'text')
        .addColumn('synonyms', 'text', column => column.notNull())
        .addColumn('vernacular_names', 'text', column => column.notNull())
        .addColumn('environments', 'text', column => column.notNull())
        .addColumn('conservation_status', 'text')
        .addColumn('colour', 'text')
        .addColumn('hotkey', 'integer')
        .addColumn('definition', 'text')
        .addColumn('identification_notes', 'text')

    // SQLite's full-text index refers to rows by number, and only an integer primary key keeps these numbers stable.
    const table = db.schema.createTable('label')
    const identified =
      dialect === 'sqlite'
        ? table.addColumn('number', 'integer', column => column.primaryKey()).addColumn('id', key, column => column.notNull().unique())
        : table.addColumn('id', key, column => column.primaryKey())
    await withState(identified.addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade')))
      .addColumn('words', 'text', column => column.notNull())
      .addColumn('annotation_count', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .addColumn('modified_by', 'text', account)
      .addColumn('change_kind', 'text', column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addForeignKeyConstraint('label_parent_fk', ['parent_id'], 'label', ['id'], constraint => constraint.onDelete('cascade'))
      .execute()

    // Siblings must have different names.
    const parentKey = sql`coalesce(parent_id, '')`
    await db.schema.createIndex('label_by_place').unique().on('label').expression(sql`project_id, ${parentKey}, name_key`).execute()
    await db.schema.createIndex('label_by_name').on('label').columns(['project_id', 'name_key', 'id']).execute()
    await db.schema.createIndex('label_by_parent').on('label').column('parent_id').execute()
    await db.schema
      .createIndex('label_by_hotkey')
      .unique()
      .on('label')
      .columns(['project_id', 'hotkey'])
      .where(sql<boolean>`hotkey is not null`)
      .execute()
    await (dialect === 'sqlite' ? searchedBySqlite(db) : searchedByPostgres(db))

    await db.schema
      .createTable('label_favourite')
      .addColumn('label_id', key, column => column.notNull().references('label.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('label_favourite_pk', ['label_id', 'account_id'])
      .execute()

    // Earlier states of labels, and their deletions. They outlive the label.
    await db.schema
      .createTable('label_version')
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('label_id', key, column => column.notNull())
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('account_id', 'text', account)
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('label_version_pk', ['label_id', 'revision'])
      .execute()

    // Annotations are added by a later migration, so there is no foreign key to them. Queries join them.
    await db.schema
      .createTable('label_reference')
      .addColumn('label_id', key, column => column.notNull().references('label.id').onDelete('cascade'))
      .addColumn('annotation_id', key, column => column.notNull())
      .addColumn('account_id', 'text', account)
      .addColumn('at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('label_reference_pk', ['label_id', 'annotation_id'])
      .execute()

    // Named versions of a catalog.
    await db.schema
      .createTable('catalog_version')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('label_count', 'integer', column => column.notNull())
      .addColumn('created_by', 'text', account)
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('catalog_version_by_name').unique().on('catalog_version').columns(['project_id', 'name_key']).execute()
    await withState(
      db.schema
        .createTable('catalog_version_label')
        .addColumn('version_id', key, column => column.notNull().references('catalog_version.id').onDelete('cascade'))
        .addColumn('label_id', key, column => column.notNull())
    )
      .addPrimaryKeyConstraint('catalog_version_label_pk', ['version_id', 'label_id'])
      .execute()
  }
}

async function searchedBySqlite(db: Database): Promise<void> {
  await sql`create virtual table label_search using fts5(words, content = 'label', content_rowid = 'number')`.execute(db)
  const add = sql`insert into label_search (rowid, words) values (new.number, new.words);`
  const take = sql`insert into label_search (label_search, rowid, words) values ('delete', old.number, old.words);`
  await sql`create trigger label_search_insert after insert on label begin ${add} end`.execute(db)
  await sql`create trigger label_search_delete after delete on label begin ${take} end`.execute(db)
  await sql`create trigger label_search_update after update of words on label begin ${take} ${add} end`.execute(db)
}

async function searchedByPostgres(db: Database): Promise<void> {
  // The server splits text into words, so that a search finds the same labels on both databases.
  const words = sql`array_to_tsvector(string_to_array(words, ' '))`
  await sql`alter table label add column search tsvector generated always as (${words}) stored`.execute(db)
  await sql`create index label_search on label using gin (search)`.execute(db)
}
