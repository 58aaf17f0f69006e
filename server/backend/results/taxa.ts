import { type RawBuilder, sql } from 'kysely'
import type { ResultsQuery, ResultTaxon } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { countedObservations } from '../observations/repository.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems, manyRows } from '../storage/json-items.ts'

/** Key for excluded labels: labels without a taxon of the rank, or outside the branch. No label id has this form. */
export const leftOut = '-'
/** Key for annotations without a label. */
export const unnamed = ''

type Node = Omit<ResultTaxon, 'individuals'> & { parentId: string | null }

export interface Taxa {
  byId: ReadonlyMap<string, Node>
  /** Taxon that each label in use counts as: a label id, or `leftOut`. Null if every label counts as itself. */
  taxonOf: { label: string; taxon: string }[] | null
}

/** SQL `with` clause for `taxon_of (label_id, taxon)`, the taxa that labels count as; empty if every label counts as itself. */
export const taxaByLabel = (db: Database, { taxonOf }: Taxa): RawBuilder<unknown> =>
  taxonOf === null
    ? sql``
    : sql`taxon_of as materialized (
        select item.value ->> 'label' as label_id, item.value ->> 'taxon' as taxon from ${jsonItems(db, taxonOf)} ${manyRows}
      ),`

/**
 * Reads the labels in use in a project with their ancestors, and determines the taxa that they count as. Labels of observations are in use if
 * observations count.
 * @throws InvalidRequest when `underLabelId` is not a label of the catalog, or is missing although `asOneTaxon` is set
 */
export async function taxaOf(db: Database, sight: Sight, query: ResultsQuery): Promise<Taxa> {
  const { rank, underLabelId, asOneTaxon, records = 'annotations' } = query
  const isObserved = sql`exists (select 1 from observation where observation.label_id = label.id and ${countedObservations(sight)})`
  if (asOneTaxon && underLabelId === undefined) throw new InvalidRequest([{ path: '/asOneTaxon', message: 'needs underLabelId' }], 400)
  const { rows } = await sql<Node>`
    with recursive used (id, parent_id, name, scientific_name, taxon_rank) as (
      select id, parent_id, name, scientific_name, taxon_rank from label
      where project_id = ${sight.projectId} and (
        exists (select 1 from annotation where annotation.label_id = label.id and ${shownTo(sight)}) ${records === 'annotations' ? sql`` : sql`or ${isObserved}`})
      union
      select label.id, label.parent_id, label.name, label.scientific_name, label.taxon_rank
      from label join used on label.id = used.parent_id
    )
    select id, parent_id as "parentId", name, scientific_name as "scientificName", taxon_rank as "taxonRank" from used`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  if (underLabelId !== undefined) await requireLabel(db, sight.projectId, underLabelId)
  if (rank === undefined && underLabelId === undefined) return { byId, taxonOf: null }

  function* upFrom(id: string): Generator<Node> {
    for (let node = byId.get(id); node; node = byId.get(node.parentId ?? '')) yield node
  }
  const taxonOf = rows.map(({ id }) => {
    const line = [...upFrom(id)]
    const branch = line.find(node => node.id === underLabelId)
    if (asOneTaxon) return { label: id, taxon: branch?.id ?? leftOut }
    const inside = underLabelId === undefined || branch !== undefined
    const taxon = rank === undefined ? line[0] : line.find(node => node.taxonRank === rank)
    return { label: id, taxon: inside && taxon ? taxon.id : leftOut }
  })
  return { byId, taxonOf }
}

/** Returns the number of taxa in a list that are ancestors of another listed taxon. */
export function nestedCount({ byId }: Taxa, taxa: Iterable<string>): number {
  const counted = new Set(taxa)
  const above = new Set<string>()
  for (const id of counted) {
    for (let node = byId.get(byId.get(id)?.parentId ?? ''); node; node = byId.get(node.parentId ?? ''))
      if (counted.has(node.id)) above.add(node.id)
  }
  return above.size
}

async function requireLabel(db: Database, projectId: string, labelId: string): Promise<void> {
  const label = await db.selectFrom('label').select('id').where('id', '=', labelId).where('project_id', '=', projectId).executeTakeFirst()
  if (!label) throw new InvalidRequest([{ path: '/underLabelId', message: 'is not a label of this catalog' }], 400)
}
