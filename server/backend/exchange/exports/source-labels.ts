import { sql } from 'kysely'
import type { IdentificationQualifier } from '../../../../shared/contracts/taxonomy.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Naming } from '../../taxonomy/clean-name.ts'
import { aphiaIdOf } from '../../taxonomy/names.ts'
import { type Identification, identificationOf } from './identification.ts'

/** Label of a catalog, with the names of its ancestors, root first. */
export interface SourceLabel {
  id: string
  name: string
  path: string[]
  scientificName: string | null
  scientificNameAuthorship: string | null
  scientificNameID: string | null
  aphiaId: number | null
  taxonRank: string | null
  /** Scientific name at the root of the branch if that is a kingdom; otherwise null. */
  kingdom: string | null
  identificationQualifier: IdentificationQualifier | null
  morphospecies: string | null
  /** Published identification; null when neither the label nor any ancestor is a taxon. */
  identification: () => Identification | null
}

interface Row {
  id: string
  parent_id: string | null
  name: string
  scientific_name: string | null
  scientific_name_authorship: string | null
  scientific_name_id: string | null
  taxon_rank: string | null
  identification_qualifier: IdentificationQualifier | null
  morphospecies: string | null
  verbatim_identification: string | null
  annotation_count: number
}

/**
 * Reads the labels in use, in order of creation. Numbers assigned in this order are stable across exports.
 * @param shared further labels to include: those of observations, and shared ancestors under which individuals of rounds are counted
 */
export async function usedLabels(db: Database, projectId: string, shared: ReadonlySet<string>): Promise<SourceLabel[]> {
  const listed = jsonItems(
    db,
    Array.from(shared, id => ({ id }))
  )
  const { rows } = await sql<Row>`
    with recursive used (id, parent_id) as (
      select id, parent_id from label where project_id = ${projectId}
        and (annotation_count > 0 or id in (select item.value ->> 'id' from ${listed}))
      union
      select label.id, label.parent_id from label join used on label.id = used.parent_id
    )
    select label.id, label.parent_id, name, scientific_name, scientific_name_authorship, scientific_name_id, taxon_rank,
      identification_qualifier, morphospecies, verbatim_identification, annotation_count
    from label join used on used.id = label.id
    order by label.id`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  const above = (row: Row): Row[] => {
    const parent = byId.get(row.parent_id ?? '')
    return parent ? [...above(parent), parent] : []
  }
  return rows.flatMap(row => {
    if (row.annotation_count <= 0 && !shared.has(row.id)) return []
    const branch = above(row)
    return [
      {
        id: row.id,
        name: row.name,
        path: branch.map(({ name }) => name),
        scientificName: row.scientific_name,
        scientificNameAuthorship: row.scientific_name_authorship,
        scientificNameID: row.scientific_name_id,
        aphiaId: aphiaIdOf(row.scientific_name_id),
        taxonRank: row.taxon_rank,
        kingdom: [...branch, row].find(({ taxon_rank: rank }) => rank === 'kingdom')?.scientific_name ?? null,
        identificationQualifier: row.identification_qualifier,
        morphospecies: row.morphospecies,
        identification: once(() => identificationOf(namedLabel(row), branch.map(namedLabel)))
      }
    ]
  })
}

const namedLabel = (row: Row): Naming & { id: string } => ({
  id: row.id,
  name: row.name,
  scientificName: row.scientific_name,
  scientificNameAuthorship: row.scientific_name_authorship,
  scientificNameID: row.scientific_name_id,
  taxonRank: row.taxon_rank,
  identificationQualifier: row.identification_qualifier,
  morphospecies: row.morphospecies,
  verbatimIdentification: row.verbatim_identification
})

/** Computes a value on first use: most formats do not need it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
