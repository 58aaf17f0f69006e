import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Migration } from '../../storage/migration.ts'
import { type Naming, withCleanName } from '../clean-name.ts'

const pageSize = 5000

/**
 * Removes authors and qualifiers from scientific names. The previous text becomes the verbatim identification, unless it is the name of the
 * label.
 */
export const cleanNames: Migration = {
  version: 22,
  name: 'clean names',
  async up(db) {
    for (const table of ['label', 'catalog_version_label']) {
      await db.schema.alterTable(table).addColumn('verbatim_identification', 'text').execute()
      await clean(db, table)
    }
  }
}

const key = (table: string) => sql.raw(table === 'label' ? 'id' : 'version_id || label_id')

async function clean(db: Database, table: string): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Naming & { key: string }>`
      select ${key(table)} as key, name, scientific_name as "scientificName", scientific_name_authorship as "scientificNameAuthorship",
        scientific_name_id as "scientificNameID", taxon_rank as "taxonRank", identification_qualifier as "identificationQualifier",
        morphospecies, verbatim_identification as "verbatimIdentification"
      from ${sql.table(table)} where scientific_name is not null and ${key(table)} > ${last}
      order by ${key(table)} limit ${pageSize}`.execute(db)
    const changed = rows.map(row => ({ row, clean: withCleanName(row) })).filter(({ row, clean }) => clean !== row)
    await write(
      db,
      table,
      changed.map(({ clean }) => clean)
    )
    if (rows.length < pageSize) return
    last = rows.at(-1)?.key ?? last
  }
}

async function write(db: Database, table: string, changed: (Naming & { key: string })[]): Promise<void> {
  if (changed.length === 0) return
  await sql`update ${sql.table(table)} set scientific_name = given.name, scientific_name_authorship = given.authorship,
      scientific_name_id = given.lsid, taxon_rank = given.taxon_rank, identification_qualifier = given.qualifier,
      morphospecies = given.code, verbatim_identification = given.verbatim
    from (
      select item.value ->> 'key' as key, item.value ->> 'scientificName' as name, item.value ->> 'scientificNameAuthorship' as authorship,
        item.value ->> 'scientificNameID' as lsid, item.value ->> 'taxonRank' as taxon_rank,
        item.value ->> 'identificationQualifier' as qualifier, item.value ->> 'morphospecies' as code,
        item.value ->> 'verbatimIdentification' as verbatim
      from ${jsonItems(db, changed)}
    ) as given
    where ${key(table)} = given.key`.execute(db)
}
