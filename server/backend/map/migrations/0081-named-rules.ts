import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

/** Columns of a label by which a rule finds observations and outside records that only name their taxon. */
const names = ['name_key', 'scientific_name', 'scientific_name_id'] as const
/** Columns of an outside record that change with the taxa that it names. */
const recordNames = ['title', 'aphia_id', 'version'] as const

const differ = (columns: readonly string[], before: string, after: string) =>
  sql.join(
    columns.map(column => sql`${sql.ref(`${before}.${column}`)} is distinct from ${sql.ref(`${after}.${column}`)}`),
    sql` or `
  )

/**
 * Marks a project with rules for sensitive places once the taxa of its records may fall under another rule: after a new label, and after other
 * names of a label or an outside record. Readers of generalised places then read all of them again.
 */
export const namedRules: Migration = {
  version: 81,
  name: 'named-rules',
  up: (db, dialect) => (dialect === 'postgres' ? watchPostgres(db) : watchSqlite(db))
}

async function watchSqlite(db: Database): Promise<void> {
  const make = (name: string, on: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql`
    create trigger ${sql.ref(name)} after ${on}
      when ${when} and exists (select 1 from generalisation where generalisation.project_id = new.project_id) begin
        insert into place_stale (project_id, kind, subject_id) values (new.project_id, 9, new.project_id)
          on conflict (project_id, subject_id, kind) do nothing;
      end`.execute(db)
  const refs = (columns: readonly string[]) => sql.join(columns.map(column => sql.ref(column)))
  await make('rules_after_label_insert', sql`insert on label`, sql`true`)
  await make('rules_after_label_update', sql`update of ${refs(names)} on label`, sql`(${differ(names, 'old', 'new')})`)
  await make(
    'rules_after_record_update',
    sql`update of ${refs(recordNames)} on scraped_record`,
    sql`(${differ(recordNames, 'old', 'new')})`
  )
}

async function watchPostgres(db: Database): Promise<void> {
  const make = (name: string, body: RawBuilder<unknown>) =>
    sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`.execute(db)
  const note = (rows: RawBuilder<unknown>) => sql`insert into place_stale (project_id, kind, subject_id)
    select distinct added.project_id, 9, added.project_id from ${rows}
    where exists (select 1 from generalisation where generalisation.project_id = added.project_id)`
  await make('rules_after_label_insert', note(sql`added`))
  await sql`create trigger rules_after_label_insert after insert on label referencing new table as added
    for each statement execute function rules_after_label_insert()`.execute(db)
  await make('rules_after_label_update', sql`${note(sql`added join gone on gone.id = added.id`)} and (${differ(names, 'gone', 'added')})`)
  await sql`create trigger rules_after_label_update after update on label referencing old table as gone new table as added
    for each statement execute function rules_after_label_update()`.execute(db)
  // For each row, because only such a trigger can leave out the many updates of decisions by the columns that they set.
  await make(
    'rules_after_record_update',
    sql`insert into place_stale (project_id, kind, subject_id) select new.project_id, 9, new.project_id
      where exists (select 1 from generalisation where generalisation.project_id = new.project_id) and not exists (
        select 1 from place_stale where project_id = new.project_id and subject_id = new.project_id and kind = 9)`
  )
  await sql`create trigger rules_after_record_update after update of ${sql.join(recordNames.map(column => sql.ref(column)))} on scraped_record
    for each row when (${differ(recordNames, 'old', 'new')}) execute function rules_after_record_update()`.execute(db)
}
