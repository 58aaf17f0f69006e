import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'
import { fullFacts } from '../facts.ts'
import { writeSearchIndex } from '../indexes.ts'

/** Number of opportunities per batch. The batches limit memory use. */
const rowsAtOnce = 200

/** Stores the words, sort keys and web addresses of opportunities, to search all facts and find duplicates. */
export const opportunitySearch: Migration = {
  version: 59,
  name: 'search of opportunities',
  async up(db, dialect) {
    const isPostgres = dialect === 'postgres'
    const key = isPostgres ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('opportunity_index')
      .addColumn('number', 'integer', column => (isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey()))
      .addColumn('opportunity_id', key, column => column.notNull().unique().references('opportunity.id').onDelete('cascade'))
      .addColumn('first_ms', 'bigint', column => column.notNull())
      .addColumn('first_until_ms', 'bigint', column => column.notNull())
      .addColumn('last_ms', 'bigint', column => column.notNull())
      .addColumn('url_key', 'text')
      .addColumn('words', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('opportunity_by_address').on('opportunity_index').columns(['url_key']).execute()
    // With this index, a list is filtered, counted and sorted without reading its wide rows.
    const sorted = ['opportunity_id', 'first_until_ms', 'first_ms', 'last_ms']
    await db.schema.createIndex('opportunity_index_sorted').on('opportunity_index').columns(sorted).execute()
    await db.schema.createIndex('opportunity_by_state').on('opportunity').columns(['id', 'state', 'expires_at']).execute()
    if (isPostgres) await searchedByPostgres(db)
    else await searchedBySqlite(db)

    await db.schema
      .createTable('opportunity_title_word')
      .addColumn('start', key, column => column.notNull())
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('opportunity_title_word_pk', ['start', 'opportunity_id'])
      .execute()
    await db.schema.createIndex('opportunity_title_word_by_opportunity').on('opportunity_title_word').columns(['opportunity_id']).execute()

    await fill(db)
    await db.schema.alterTable('opportunity').dropColumn('search_key').execute()
  }
}

async function fill(db: Database): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('opportunity')
      .select(['id', 'kind', 'facts'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { id, kind, facts } of rows) await writeSearchIndex(db, id, fullFacts(JSON.parse(facts)), kind)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Adds the full-text index. The words are already split, and the `ascii` tokenizer leaves them intact. Prefixes of 1 to 3 letters are indexed. */
async function searchedBySqlite(db: Database): Promise<void> {
  await sql`create virtual table opportunity_search using fts5(
    words, content = 'opportunity_index', content_rowid = 'number', tokenize = 'ascii', detail = none, prefix = '1 2 3')`.execute(db)
  const add = sql`insert into opportunity_search (rowid, words) values (new.number, new.words);`
  const take = sql`insert into opportunity_search (opportunity_search, rowid, words) values ('delete', old.number, old.words);`
  await sql`create trigger opportunity_search_insert after insert on opportunity_index begin ${add} end`.execute(db)
  await sql`create trigger opportunity_search_delete after delete on opportunity_index begin ${take} end`.execute(db)
  await sql`create trigger opportunity_search_update after update of words on opportunity_index begin ${take} ${add} end`.execute(db)
}

async function searchedByPostgres(db: Database): Promise<void> {
  // The server has already split the words, so both databases return the same results.
  const words = sql`array_to_tsvector(string_to_array(words, ' '))`
  await sql`alter table opportunity_index add column search tsvector generated always as (${words}) stored`.execute(db)
  await sql`create index opportunity_search on opportunity_index using gin (search)`.execute(db)
}
