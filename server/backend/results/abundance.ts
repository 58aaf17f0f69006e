import { type RawBuilder, sql } from 'kysely'
import type { Abundance, AbundanceGroup } from '../../../shared/contracts/results.ts'
import { individualFigures } from '../annotations/rounds/individuals.ts'
import { pendingMarks } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems, manyRows } from '../storage/json-items.ts'
import { jsonRows } from '../storage/json-values.ts'
import { type Counted, type CountedQuery, countedAnnotations } from './counted.ts'
import { type Effort, effortOf } from './effort.ts'
import { type Grouping, groupingOf } from './groups.ts'
import { leftOut, nestedCount, type Taxa, taxaOf, unnamed } from './taxa.ts'

/** Counts the individuals of each taxon in each group of images. The database computes the sums. @throws InvalidRequest */
// Long: one query with its groups.
export async function abundanceOf(
  db: Database,
  sight: Sight,
  query: CountedQuery,
  grouping: Grouping = groupingOf(db, query)
): Promise<Abundance> {
  const counted = await countedAnnotations(db, sight, query)
  const taxa = await taxaOf(db, sight, query)
  const effort = await effortOf(db, counted, grouping)
  const groupedCells = await cellsOf(db, counted, grouping, taxa, effort.some(isPartlyKnown))
  const naming = await grouping.names(db, sight)
  const pending = sight.blind ? 0 : await pendingMarks(db, sight)

  const groups = new Map<string | null, AbundanceGroup>()
  let imagesNotLookedAt = 0
  for (const { key, images, in_effort: inEffort, only_marked: imagesOnlyMarked, with_area: imagesWithArea, area } of effort) {
    imagesNotLookedAt += images - inEffort
    if (inEffort === 0) continue
    const name = key === null ? naming.none : naming.nameOf(key)
    const nothing = { individuals: 0, unnamedIndividuals: 0, counts: [] }
    groups.set(key, { key, name, images: inEffort, imagesOnlyMarked, imagesWithArea, areaSquareMeters: area, ...nothing })
  }

  const totals = new Map<string, number>()
  const metAs = new Map<string, number>()
  let leftOutIndividuals = 0
  for (const { key, cells } of groupedCells) {
    const group = groups.get(key)
    if (!group) continue
    for (const [taxon, individuals, maxN, images, onKnownArea] of JSON.parse(cells) as Cell[]) {
      if (individuals === 0) continue
      if (taxon === leftOut) leftOutIndividuals += individuals
      else if (taxon === unnamed) group.unnamedIndividuals += individuals
      else {
        group.individuals += individuals
        totals.set(taxon, (totals.get(taxon) ?? 0) + individuals)
        if (!metAs.has(taxon)) metAs.set(taxon, metAs.size)
        const withArea = group.imagesWithArea === group.images ? individuals : group.imagesWithArea === 0 ? 0 : onKnownArea
        group.counts.push([metAs.get(taxon) ?? 0, individuals, maxN, images, withArea])
      }
    }
  }
  const order = [...totals.keys()].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || (a < b ? -1 : 1))
  const places = new Uint32Array(order.length)
  for (const [place, taxon] of order.entries()) places[metAs.get(taxon) ?? 0] = place
  for (const { counts } of groups.values()) {
    for (const count of counts) count[0] = places[count[0] ?? 0] ?? 0
    counts.sort(([a = 0], [b = 0]) => a - b)
  }

  const ordered = [...groups.values()].sort((a, b) => compareKeys(a.key, b.key, naming.compare))
  const sum = (of: (group: AbundanceGroup) => number) => ordered.reduce((total, group) => total + of(group), 0)
  return {
    taxa: order.map(id => describe(taxa, id, totals.get(id) ?? 0)),
    groups: ordered,
    individuals: sum(group => group.individuals),
    unnamedIndividuals: sum(group => group.unnamedIndividuals),
    leftOutIndividuals,
    nestedTaxa: nestedCount(taxa, order),
    imagesNotLookedAt,
    ...(pending > 0 && { pendingMarks: pending }),
    ...(counted.roundIndividuals.length > 0 && { blindSessions: individualFigures(counted.roundIndividuals) })
  }
}

/** `onKnownArea` is the number of individuals on images of known area; 0 unless requested. */
type Cell = [taxon: string, individuals: number, maxN: number, images: number, onKnownArea: number]

const isPartlyKnown = ({ in_effort: images, with_area: imagesWithArea }: Effort) => imagesWithArea > 0 && imagesWithArea < images

/** Reads the counts of each group as JSON. Hundreds of thousands of separate rows would keep the garbage collector busy for seconds. */
async function cellsOf(
  db: Database,
  counted: Counted,
  grouping: Grouping,
  taxa: Taxa,
  byArea: boolean
): Promise<{ key: string | null; cells: string }[]> {
  const onKnownArea = byArea ? sql`sum(case when ${knownArea(db)} is null then 0 else image_sum.individuals end)` : sql`0`
  const sums = grouping.isImage
    ? sql`image_sum.individuals as individuals, image_sum.individuals as max_n, 1 as images, 0 as on_known_area`
    : sql`sum(image_sum.individuals) as individuals, max(image_sum.individuals) as max_n,
        sum(case when image_sum.individuals > 0 then 1 else 0 end) as images, ${onKnownArea} as on_known_area`
  const { rows } = await sql<{ key: string | null; cells: string }>`
    with ${imageSums(db, counted, taxa)},
    cell as (
      select ${grouping.key} as key, image_sum.taxon as taxon, ${sums}
      from image_sum join media on media.id = image_sum.media_id left join site on site.id = media.site_id
      where media.removed_at is null
      ${grouping.isImage ? sql`` : sql`group by 1, 2`}
    )
    select key, ${jsonRows(db, [sql`taxon`, sql`individuals`, sql`max_n`, sql`images`, sql`on_known_area`])} as cells from cell group by key`.execute(
    db
  )
  return rows
}

/**
 * SQL `with` clause for `image_sum (media_id, taxon, individuals)`, with a row for each taxon on each image. It reads the index `annotation_by_count`
 * in order.
 */
export function imageSums(db: Database, { condition, individuals, renamed }: Counted, { taxonOf }: Taxa): RawBuilder<unknown> {
  const hasRenamed = renamed.length > 0
  const label = hasRenamed ? sql`case when renamed.id is null then annotation.label_id else renamed.label_id end` : sql`annotation.label_id`
  const perLabel = sql`
    select annotation.media_id as media_id, coalesce(${label}, ${unnamed}) as taxon, sum(${individuals}) as individuals
    from annotation ${hasRenamed ? sql`left join renamed on renamed.id = annotation.id` : sql``}
    where ${condition} group by annotation.media_id, ${label}`
  const before = hasRenamed
    ? sql`renamed as materialized (
        select item.value ->> 'id' as id, item.value ->> 'labelId' as label_id from ${jsonItems(db, renamed)} ${manyRows}
      ),`
    : sql``
  if (taxonOf === null) return sql`${before} image_sum as (${perLabel})`
  return sql`${before}
    taxon_of as materialized (
      select item.value ->> 'label' as label_id, item.value ->> 'taxon' as taxon from ${jsonItems(db, taxonOf)} ${manyRows}
    ),
    image_sum as (
      select media_id, coalesce(taxon_of.taxon, ${unnamed}) as taxon, sum(individuals) as individuals
      from (${perLabel}) as per_label left join taxon_of on taxon_of.label_id = per_label.taxon
      group by 1, 2
    )`
}

function describe({ byId }: Taxa, id: string, individuals: number) {
  const { name, scientificName, taxonRank } = byId.get(id) ?? { name: id, scientificName: null, taxonRank: null }
  return { id, name, scientificName, taxonRank, individuals }
}

/** Compares two keys with `compare`; null sorts last. */
export function compareKeys(a: string | null, b: string | null, compare: (a: string, b: string) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return compare(a, b)
}
