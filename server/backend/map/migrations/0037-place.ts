import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

/** Columns that affect the place of a record. */
const watched = {
  media: ['decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'event_date', 'site_id', 'removed_at'],
  annotation: ['label_id', 'review_state', 'source', 'annotator', 'created_by', 'removed_at'],
  site: ['decimal_latitude', 'decimal_longitude', 'minimum_depth_in_meters', 'maximum_depth_in_meters'],
  label: ['parent_id'],
  generalisation: ['label_id', 'grid', 'from_role']
} as const

/** Kind number of each table, and the column with the id of the record whose places are derived again. */
const sources = {
  media: [1, 'id'],
  annotation: [1, 'media_id'],
  site: [5, 'id'],
  label: [9, 'id'],
  generalisation: [9, 'id']
} as const

type Source = keyof typeof sources
const allSources = Object.keys(sources) as Source[]
/** Whether inserts into a table are watched. A new label cannot yet be an ancestor of a label in use. */
const watchesNew = (table: Source) => table !== 'label'

export const place: Migration = {
  version: 37,
  name: 'place',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const id = dialect === 'postgres' ? sql`bigint generated always as identity primary key` : sql`integer primary key autoincrement`
    await sql`create table place (
      id ${id}, project_id text not null references project (id) on delete cascade, kind integer not null, subject_id ${key} not null,
      origin_id ${key} not null, cell bigint not null, longitude integer not null, latitude integer not null,
      depth_min double precision, depth_max double precision, day integer, label_id text, person_id text, flags integer not null,
      sequence bigint not null, removed integer not null
    )`.execute(db)
    await db.schema.createIndex('place_of_origin').on('place').column('origin_id').execute()
    await db.schema.createIndex('place_by_sequence').on('place').columns(['project_id', 'sequence', 'id']).execute()
    await sql`create index place_removed on place (project_id, sequence) where removed = 1`.execute(db)
    await sql`create table place_stale (
      id ${id}, project_id text not null references project (id) on delete cascade, kind integer not null, subject_id ${key} not null
    )`.execute(db)
    await sql`create table project_sequence (
      project_id text primary key references project (id) on delete cascade, value bigint not null, purged bigint not null
    )`.execute(db)
    // SQLite has one writer at a time, so the index can be unique. In PostgreSQL, another transaction may be deleting the existing row.
    const stale = db.schema.createIndex('place_stale_by_project').on('place_stale').columns(['project_id', 'subject_id', 'kind'])
    await (dialect === 'sqlite' ? stale.unique() : stale).execute()
    if (dialect === 'postgres') await watchPostgres(db)
    else await watchSqlite(db)
    await sql`insert into place_stale (project_id, kind, subject_id)
      select project_id, 1, id from media where removed_at is null and decimal_latitude is not null`.execute(db)
    await sql`insert into place_stale (project_id, kind, subject_id)
      select project_id, 5, id from site where decimal_latitude is not null`.execute(db)
  }
}

const differs = (table: Source, before: string, after: string) =>
  sql.join(
    watched[table].map(column => sql`${sql.ref(`${before}.${column}`)} is distinct from ${sql.ref(`${after}.${column}`)}`),
    sql` or `
  )

async function watchSqlite(db: Database): Promise<void> {
  for (const table of allSources) {
    const [kind, column] = sources[table]
    const name = (event: string) => sql.ref(`place_after_${table}_${event}`)
    // A foreign-key action overrides `insert or ignore`, but not an upsert. The project is gone if its removal caused the change.
    const note = (row: 'old' | 'new') => sql`
      insert into place_stale (project_id, kind, subject_id)
        select project.id, ${sql.lit(kind)}, ${sql.raw(row)}.${sql.ref(column)} from project where project.id = ${sql.raw(row)}.project_id
        on conflict (project_id, subject_id, kind) do nothing`
    const columns = sql.join(watched[table].map(watchedColumn => sql.ref(watchedColumn)))
    if (watchesNew(table))
      await sql`create trigger ${name('insert')} after insert on ${sql.table(table)} begin ${note('new')}; end`.execute(db)
    await sql`create trigger ${name('update')} after update of ${columns} on ${sql.table(table)} when ${differs(table, 'old', 'new')}
      begin ${note('new')}; end`.execute(db)
    await sql`create trigger ${name('delete')} after delete on ${sql.table(table)}
      begin ${note('old')}; end`.execute(db)
  }
}

async function watchPostgres(db: Database): Promise<void> {
  for (const table of allSources) {
    const [kind, column] = sources[table]
    const part = (event: string) => `place_after_${table}_${event}`
    const into = sql`insert into place_stale (project_id, kind, subject_id)`
    const make = (event: string, body: ReturnType<typeof sql>) =>
      sql`create function ${sql.ref(part(event))}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`.execute(db)
    const run = (event: string) => sql`execute function ${sql.ref(part(event))}()`
    if (watchesNew(table)) {
      await make('insert', sql`${into} select distinct project_id, ${sql.lit(kind)}, ${sql.ref(column)} from added`)
      await sql`create trigger ${sql.ref(part('insert'))} after insert on ${sql.table(table)} referencing new table as added
        for each statement ${run('insert')}`.execute(db)
    }
    await make(
      'update',
      sql`${into} select distinct added.project_id, ${sql.lit(kind)}, added.${sql.ref(column)} from added join gone on gone.id = added.id
        join project on project.id = added.project_id where ${differs(table, 'gone', 'added')}`
    )
    await sql`create trigger ${sql.ref(part('update'))} after update on ${sql.table(table)} referencing old table as gone new table as added
      for each statement ${run('update')}`.execute(db)
    await make(
      'delete',
      sql`${into} select distinct gone.project_id, ${sql.lit(kind)}, gone.${sql.ref(column)} from gone join project on project.id = gone.project_id`
    )
    await sql`create trigger ${sql.ref(part('delete'))} after delete on ${sql.table(table)} referencing old table as gone
      for each statement ${run('delete')}`.execute(db)
  }
}
