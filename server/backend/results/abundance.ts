import { type RawBuilder, sql } from 'kysely'
import type { Abundance, AbundanceGroup } from '../../../shared/contracts/results.ts'
import { type Individual, individualFigures } from '../annotations/rounds/individuals.ts'
import { pendingMarks } from '../annotations/rounds/pending.ts'
import type { Sight } from '../projects/scope.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems, manyRows } from '../storage/json-items.ts'
import { jsonRows } from '../storage/json-values.ts'
import { type Counted, type CountedQuery, countedAnnotations } from './counted.ts'
import { type Effort, effortOf } from './effort.ts'
import { everything, type Grouping, groupingOf } from './groups.ts'
import { type ObservedCell, observedGroups } from './observed.ts'
import { leftOut, nestedCount, type Taxa, taxaByLabel, taxaOf, unnamed } from './taxa.ts'

/**
 * Counts the individuals of each taxon in each group of images. If observations count, their sampling events are included. The database computes
 * the sums. @throws InvalidRequest
 */
// Long: one query with its groups.
export async function abundanceOf(db: Database, sight: Sight, query: CountedQuery, given?: Grouping): Promise<Abundance> {
  const { records = 'annotations' } = query
  const grouping = given ?? (await groupingOf(db, sight, query))
  const taxa = await taxaOf(db, sight, query)
  const { effort, cells, ...remarks } =
    records === 'observations' ? nothingAnnotated : await annotatedGroups(db, sight, query, grouping, taxa)
  const observed = records === 'annotations' ? null : await observedGroups(db, sight, query, grouping, taxa)
  const naming = await grouping.names(db, sight)

  const groups = new Map<string | null, AbundanceGroup>()
  const addGroup = (
    key: string | null,
    facts: Pick<AbundanceGroup, 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters'>
  ) => {
    const events = observed?.get(key)?.events ?? 0
    const nothing = { individuals: 0, unnamedIndividuals: 0, counts: [] }
    groups.set(key, { key, name: key === null ? naming.none : naming.nameOf(key), ...facts, ...(observed && { events }), ...nothing })
  }
  let imagesNotLookedAt = 0
  for (const { key, images, in_effort: inEffort, only_marked: imagesOnlyMarked, with_area: imagesWithArea, area } of effort) {
    imagesNotLookedAt += images - inEffort
    if (inEffort > 0) addGroup(key, { images: inEffort, imagesOnlyMarked, imagesWithArea, areaSquareMeters: area })
  }
  for (const key of observed?.keys() ?? [])
    if (!groups.has(key)) addGroup(key, { images: 0, imagesOnlyMarked: 0, imagesWithArea: 0, areaSquareMeters: null })

  const totals = new Map<string, number>()
  const metAs = new Map<string, number>()
  let leftOutIndividuals = 0
  const addCell = (group: AbundanceGroup, [taxon, individuals, maxN, units, onKnownArea]: Cell) => {
    if (individuals === 0) return
    if (taxon === leftOut) leftOutIndividuals += individuals
    else if (taxon === unnamed) group.unnamedIndividuals += individuals
    else {
      group.individuals += individuals
      totals.set(taxon, (totals.get(taxon) ?? 0) + individuals)
      if (!metAs.has(taxon)) metAs.set(taxon, metAs.size)
      group.counts.push([metAs.get(taxon) ?? 0, individuals, maxN, units, onKnownArea])
    }
  }
  for (const { key, cells: ofImages } of cells) {
    const group = groups.get(key)
    if (!group || group.images === 0) continue
    const ofObservations = observed?.get(key)?.cells
    for (const [taxon, individuals, maxN, images, onKnownArea] of JSON.parse(ofImages) as Cell[]) {
      const withArea = group.imagesWithArea === group.images ? individuals : group.imagesWithArea === 0 ? 0 : onKnownArea
      const also = ofObservations?.get(taxon)
      ofObservations?.delete(taxon)
      addCell(group, [taxon, ...(also ? both([individuals, maxN, images], also) : ([individuals, maxN, images] as const)), withArea])
    }
  }
  for (const [key, { cells: ofObservations }] of observed ?? []) {
    const group = groups.get(key)
    if (group) for (const [taxon, { individuals, maxN, events }] of ofObservations) addCell(group, [taxon, individuals, maxN, events, 0])
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
    ...remarks
  }
}

/** Whether a sampling event may be in several groups: its records may be in several depth bands. */
export const splitsEvents = ({ records = 'annotations', groupBy }: Pick<CountedQuery, 'records' | 'groupBy'>): boolean =>
  records !== 'annotations' && groupBy === 'depthBand'

/** Counts as {@link abundanceOf}, with all groups together where these do not add up. */
export async function abundanceWithAll(db: Database, sight: Sight, query: CountedQuery): Promise<Abundance> {
  const found = await abundanceOf(db, sight, query)
  if (!splitsEvents(query)) return found
  const [all] = (await abundanceOf(db, sight, query, everything)).groups
  return { ...found, ...(all && { all }) }
}

/** `units` is the number of images and sampling events with the taxon. `onKnownArea` counts individuals on images of known area; 0 unless needed. */
type Cell = [taxon: string, individuals: number, maxN: number, units: number, onKnownArea: number]

const both = ([individuals, maxN, images]: readonly [number, number, number], observed: ObservedCell) =>
  [individuals + observed.individuals, Math.max(maxN, observed.maxN), images + observed.events] as const

interface Annotated extends Pick<Abundance, 'pendingMarks' | 'blindSessions'> {
  effort: Effort[]
  cells: { key: string | null; cells: string }[]
}

const nothingAnnotated: Annotated = { effort: [], cells: [] }

async function annotatedGroups(db: Database, sight: Sight, query: CountedQuery, grouping: Grouping, taxa: Taxa): Promise<Annotated> {
  const counted = await countedAnnotations(db, sight, query)
  const effort = await effortOf(db, counted, grouping)
  const cells = await cellsOf(db, counted, grouping, taxa, effort.some(isPartlyKnown))
  const pending = sight.blind ? 0 : await pendingMarks(db, sight)
  const individuals = query.filter ? await matchingIndividuals(db, counted) : counted.roundIndividuals
  return {
    effort,
    cells,
    ...(pending > 0 && { pendingMarks: pending }),
    ...(individuals.length > 0 && { blindSessions: individualFigures(individuals) })
  }
}

/** Reads which individuals from rounds have a representative annotation that meets the filter. */
async function matchingIndividuals(db: Database, { roundIndividuals, isMatching }: Counted): Promise<Individual[]> {
  const ids = amongIds(
    db,
    roundIndividuals.map(({ id }) => id)
  )
  const { rows } = await sql<{ id: string }>`select annotation.id from annotation where annotation.id in ${ids} and ${isMatching}`.execute(
    db
  )
  const found = new Set(rows.map(({ id }) => id))
  return roundIndividuals.filter(({ id }) => found.has(id))
}

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
 * SQL `with` clause for `image_sum (media_id, taxon, individuals)`, with a row for each taxon on each image. The clause reads the index
 * `annotation_by_count` in order.
 */
export function imageSums(db: Database, { condition, individuals, renamed }: Counted, taxa: Taxa): RawBuilder<unknown> {
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
  if (taxa.taxonOf === null) return sql`${before} image_sum as (${perLabel})`
  return sql`${before} ${taxaByLabel(db, taxa)}
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
