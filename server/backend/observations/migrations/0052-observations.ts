import { sql } from 'kysely'
import type { Database, Dialect } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

/**
 * Adds observations with their history, and triggers that keep their places up to date. Outside records that were accepted earlier get an
 * observation.
 */
export const observations: Migration = {
  version: 52,
  name: 'observations',
  async up(db, dialect) {
    await addTables(db, dialect)
    await (dialect === 'postgres' ? watchPostgres(db) : watchSqlite(db))
    await addAccepted(db, dialect)
  }
}

// Long: one column after the other.
async function addTables(db: Database, dialect: Dialect): Promise<void> {
  const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
  const real = sql`double precision`
  await db.schema
    .createTable('observation_import')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('file_name', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('undone', 'text')
    .execute()
  await db.schema.createIndex('observation_import_by_project').on('observation_import').columns(['project_id', 'id']).execute()
  await db.schema
    .createTable('observation')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('label_id', key, column => column.references('label.id').onDelete('set null'))
    .addColumn('verbatim_identification', 'text')
    .addColumn('occurrence_status', 'text', column => column.notNull())
    .addColumn('individual_count', 'integer')
    .addColumn('organism_quantity', real)
    .addColumn('organism_quantity_type', 'text')
    .addColumn('event_date', 'text')
    .addColumn('first_day', 'text')
    .addColumn('last_day', 'text')
    .addColumn('site_id', key, column => column.references('site.id').onDelete('set null'))
    .addColumn('decimal_latitude', real)
    .addColumn('decimal_longitude', real)
    .addColumn('uncertainty_in_meters', real)
    .addColumn('minimum_depth_in_meters', real)
    .addColumn('maximum_depth_in_meters', real)
    .addColumn('basis_of_record', 'text', column => column.notNull())
    .addColumn('sampling_protocol', 'text')
    .addColumn('recorded_by', 'text')
    .addColumn('occurrence_remarks', 'text')
    .addColumn('occurrence_id', 'text')
    .addColumn('annotation_id', key, column => column.references('annotation.id').onDelete('set null'))
    .addColumn('record_id', key, column => column.references('scraped_record.id').onDelete('set null'))
    .addColumn('dataset_id', key, column => column.references('outside_dataset.id').onDelete('set null'))
    .addColumn('import_id', key, column => column.references('observation_import.id').onDelete('set null'))
    .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('modified_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('modified_at', 'text', column => column.notNull())
    .addColumn('change_kind', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('removed_at', 'text')
    .execute()
  const kept = sql<boolean>`removed_at is null`
  await db.schema.createIndex('observation_by_project').on('observation').columns(['project_id', 'id']).where(kept).execute()
  await db.schema.createIndex('observation_by_occurrence').on('observation').columns(['project_id', 'occurrence_id']).execute()
  await sql`create index observation_removed on observation (removed_at) where removed_at is not null`.execute(db)
  await sql`create index observation_named_at_site on observation (project_id)
    where site_id is not null and removed_at is null and (label_id is null or record_id is not null)`.execute(db)
  await sql`create index observation_with_annotation on observation (project_id) where annotation_id is not null`.execute(db)
  for (const name of ['label_id', 'site_id', 'annotation_id', 'record_id', 'dataset_id', 'import_id'])
    await db.schema.createIndex(`observation_by_${name}`).on('observation').column(name).execute()

  await db.schema
    .createTable('observation_version')
    .addColumn('observation_id', key, column => column.notNull().references('observation.id').onDelete('cascade'))
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('fields', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('observation_version_by_revision', ['observation_id', 'revision'])
    .execute()
}

/** Columns that affect the place of an observation, or the precision with which it is shown. */
const watched = [
  ...['decimal_latitude', 'decimal_longitude', 'minimum_depth_in_meters', 'maximum_depth_in_meters', 'first_day', 'last_day'],
  ...['site_id', 'label_id', 'verbatim_identification', 'annotation_id', 'record_id', 'created_by', 'removed_at']
]
const placeKind = sql.lit(3)

const differs = (before: string, after: string) =>
  sql.join(
    watched.map(column => sql`${sql.ref(`${before}.${column}`)} is distinct from ${sql.ref(`${after}.${column}`)}`),
    sql` or `
  )

async function watchSqlite(db: Database): Promise<void> {
  const note = (row: 'old' | 'new') => sql`
    insert into place_stale (project_id, kind, subject_id)
      select ${sql.raw(row)}.project_id, ${placeKind}, ${sql.raw(row)}.id from project where project.id = ${sql.raw(row)}.project_id
        on conflict (project_id, subject_id, kind) do nothing`
  const columns = sql.join(watched.map(column => sql.ref(column)))
  await sql`create trigger place_after_observation_insert after insert on observation begin ${note('new')}; end`.execute(db)
  await sql`create trigger place_after_observation_update after update of ${columns} on observation when ${differs('old', 'new')}
    begin ${note('new')}; end`.execute(db)
  await sql`create trigger place_after_observation_delete after delete on observation begin ${note('old')}; end`.execute(db)
}

async function watchPostgres(db: Database): Promise<void> {
  const into = sql`insert into place_stale (project_id, kind, subject_id)`
  const make = (event: string, body: ReturnType<typeof sql>) =>
    sql`create function ${sql.ref(`place_after_observation_${event}`)}() returns trigger language plpgsql as $$
      begin ${body}; return null; end $$`.execute(db)
  await make('insert', sql`${into} select project_id, ${placeKind}, id from added`)
  await sql`create trigger place_after_observation_insert after insert on observation referencing new table as added
    for each statement execute function place_after_observation_insert()`.execute(db)
  await make(
    'update',
    sql`${into} select added.project_id, ${placeKind}, added.id from added join gone on gone.id = added.id
      join project on project.id = added.project_id where ${differs('gone', 'added')}`
  )
  await sql`create trigger place_after_observation_update after update on observation referencing old table as gone new table as added
    for each statement execute function place_after_observation_update()`.execute(db)
  await make('delete', sql`${into} select gone.project_id, ${placeKind}, gone.id from gone join project on project.id = gone.project_id`)
  await sql`create trigger place_after_observation_delete after delete on observation referencing old table as gone
    for each statement execute function place_after_observation_delete()`.execute(db)
}

const bases = [
  ...['HumanObservation', 'MachineObservation', 'MaterialSample', 'PreservedSpecimen', 'LivingSpecimen', 'FossilSpecimen'],
  'MaterialCitation'
]

/**
 * Adds an observation for each accepted record, with its id and the label of the same taxon. If several jobs found the same record, the first one
 * counts.
 */
async function addAccepted(db: Database, dialect: Dialect): Promise<void> {
  const field = (name: string) =>
    dialect === 'postgres' ? sql<string>`(version.fields::json ->> ${sql.lit(name)})` : sql<string>`(version.fields ->> ${sql.lit(name)})`
  const digits =
    dialect === 'postgres'
      ? sql`${field('individualCount')} ~ '^[0-9]{1,9}$'`
      : sql`${field('individualCount')} <> '' and ${field('individualCount')} not glob '*[^0-9]*' and length(${field('individualCount')}) <= 9`
  const basis = sql`case lower(${field('basisOfRecord')}) ${sql.join(
    bases.map(name => sql`when ${sql.lit(name.toLowerCase())} then ${sql.lit(name)}`),
    sql` `
  )} else 'Occurrence' end`
  const lsid = sql`'urn:lsid:marinespecies.org:taxname:' || record.aphia_id`
  const label = sql`(
    select label.id from label
    where label.project_id = record.project_id
      and (label.name_key = record.title_key or lower(label.scientific_name) = record.title_key or label.scientific_name_id = ${lsid})
    order by case when label.scientific_name_id = ${lsid} then 0 else 1 end, label.id limit 1)`
  await sql`
    insert into observation (id, project_id, label_id, verbatim_identification, occurrence_status, individual_count, event_date, first_day, last_day,
      decimal_latitude, decimal_longitude, uncertainty_in_meters, minimum_depth_in_meters, maximum_depth_in_meters, basis_of_record,
      sampling_protocol, recorded_by, occurrence_id, record_id, dataset_id, created_by, created_at, modified_by, modified_at, change_kind, revision)
    select record.id, record.project_id, ${label}, record.title, case lower(${field('occurrenceStatus')}) when 'absent' then 'absent' else 'present' end,
      case when ${digits} then cast(${field('individualCount')} as integer) end, record.event_date, record.first_day, record.last_day,
      record.decimal_latitude, record.decimal_longitude, record.uncertainty_in_meters, record.minimum_depth_in_meters,
      record.maximum_depth_in_meters, ${basis}, ${field('samplingProtocol')}, ${field('recordedBy')}, record.occurrence_id, record.id,
      record.dataset_id, record.decided_by, record.decided_at, record.decided_by, record.decided_at, 'accepted', 1
    from scraped_record as record
    join scraped_version as version on version.record_id = record.id and version.number = record.version
    where record.state = 'accepted' and record.data_type = 'occurrence' and record.project_id is not null and record.decided_at is not null
      and not exists (
        select 1 from scraped_record as twin
        where twin.project_id = record.project_id and twin.occurrence_id = record.occurrence_id and twin.id < record.id
          and twin.state = 'accepted' and record.match_kind = 'same'
          and (record.match_record_id = twin.id or (twin.match_kind = 'same' and twin.match_record_id = record.match_record_id)))
  `.execute(db)
}
