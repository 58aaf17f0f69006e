import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

/** Columns by which suggestions are counted, apart from the text of an unmapped label. */
const counted = ['run_id', 'state', 'label_id', 'bin', 'is_unlike']
const columns = sql.raw([...counted, 'label_text'].join(', '))

/** Values of the counted columns of a row. In the counts, a label of the catalog has an empty text, because a primary key has no null. */
const valuesOf = (row: string) => sql.raw([...counted.map(column => `${row}.${column}`), `coalesce(${row}.label_text, '')`].join(', '))

const add = sql`on conflict (${columns}) do update set count = ai_suggestion_count.count + excluded.count`

/** Adds counts of the suggestions on images outside the bin. A run can have a million, and its page and the list of runs need only their number. */
export const suggestionCounts: Migration = {
  version: 77,
  name: 'counts of suggestions',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await sql`create table ai_suggestion_count (
      run_id ${key} not null references ai_run (id) on delete cascade, state text not null, label_id ${key} not null,
      bin integer not null, is_unlike integer not null, label_text text not null, count bigint not null, primary key (${columns})
    ) ${dialect === 'sqlite' ? sql`without rowid` : sql``}`.execute(db)
    if (dialect === 'postgres') await countInPostgres(db)
    else await countInSqlite(db)
    await sql`insert into ai_suggestion_count (${columns}, count)
      select ${valuesOf('ai_suggestion')}, count(*) from ai_suggestion
      join media on media.id = ai_suggestion.media_id and media.removed_at is null group by ${valuesOf('ai_suggestion')}`.execute(db)
  }
}

async function countInSqlite(db: Database): Promise<void> {
  const trigger = (name: string, when: string, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.raw(`ai_suggestion_count_${name} after ${when}`)} begin ${body}; end`.execute(db)
  const isOnImage = (row: string) => `exists (select 1 from media where media.id = ${row}.media_id and media.removed_at is null)`
  const more = sql`insert into ai_suggestion_count (${columns}, count) values (${valuesOf('new')}, 1) ${add}`
  const less = sql`update ai_suggestion_count set count = count - 1 where (${columns}) = (${valuesOf('old')})`
  const differs = ['state', 'label_id', 'label_text', 'bin', 'is_unlike'].map(column => `old.${column} is not new.${column}`).join(' or ')
  await trigger('insert', `insert on ai_suggestion when ${isOnImage('new')}`, more)
  await trigger('delete', `delete on ai_suggestion when ${isOnImage('old')}`, less)
  await trigger(
    'update',
    `update of state, label_id, label_text, bin, is_unlike on ai_suggestion when (${differs}) and ${isOnImage('new')}`,
    sql`${less}; ${more}`
  )
  await trigger(
    'media',
    'update of removed_at on media when (old.removed_at is null) <> (new.removed_at is null)',
    sql`insert into ai_suggestion_count (${columns}, count)
      select ${valuesOf('ai_suggestion')}, count(*) * (case when new.removed_at is null then 1 else -1 end)
      from ai_suggestion where media_id = new.id group by ${valuesOf('ai_suggestion')} ${add}`
  )
}

/**
 * Counts once for each statement: a statement may change a million suggestions, and each count would get as many versions. The counts are
 * changed in the order of their keys, so that two transactions do not wait for each other.
 */
async function countInPostgres(db: Database): Promise<void> {
  const change = (rows: RawBuilder<unknown>) => sql`
    insert into ai_suggestion_count (${columns}, count)
    select ${valuesOf('changed')}, sum(changed.change) from (${rows}) as changed
    join ai_run on ai_run.id = changed.run_id
    group by ${valuesOf('changed')} having sum(changed.change) <> 0 order by ${valuesOf('changed')} ${add}`
  const rowsOf = (table: string, sign: number) => sql`
    select ${sql.raw(`${table}.*, ${sign} as change from ${table}`)}
    join media on media.id = ${sql.ref(`${table}.media_id`)} and media.removed_at is null`
  const count = async (name: string, on: string, tables: string, rows: RawBuilder<unknown>) => {
    const work = sql.ref(`ai_suggestion_count_${name}`)
    await sql`create function ${work}() returns trigger language plpgsql as $$ begin ${change(rows)}; return null; end $$`.execute(db)
    await sql`create trigger ${work} after ${sql.raw(`${on} referencing ${tables}`)} for each statement execute function ${work}()`.execute(
      db
    )
  }
  await count('insert', 'insert on ai_suggestion', 'new table as added', rowsOf('added', 1))
  await count('delete', 'delete on ai_suggestion', 'old table as gone', rowsOf('gone', -1))
  await count(
    'update',
    'update on ai_suggestion',
    'old table as gone new table as added',
    sql`${rowsOf('gone', -1)} union all ${rowsOf('added', 1)}`
  )
  await count(
    'media',
    'update on media',
    'old table as gone new table as added',
    sql`select ai_suggestion.*, case when added.removed_at is null then 1 else -1 end as change
      from added join gone on gone.id = added.id and (gone.removed_at is null) <> (added.removed_at is null)
      join ai_suggestion on ai_suggestion.media_id = added.id`
  )
}
