import { type RawBuilder, sql } from 'kysely'
import type { Cover, CoverGroup, CoverQuery, TaxonCover } from '../../../shared/contracts/results.ts'
import { coverOfSums } from '../../../shared/statistics/percent-cover.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import { imageMatches } from '../annotations/review/filter-sql.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import { individualsOf } from '../annotations/rounds/individuals.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { interruptible } from '../storage/interruptible.ts'
import { jsonItems, manyRows } from '../storage/json-items.ts'
import { believed, type CountedQuery } from './counted.ts'
import { annotatedFilter } from './filter.ts'
import { requireFewGroups } from './group-limit.ts'
import { type Grouping, groupingOf } from './groups.ts'
import { leftOut, type Taxa, taxaOf, unnamed } from './taxa.ts'

/** Key for labels that mark unrecognisable points. No label id has this form. */
const unscorable = '!'
const mostLabels = 500

/**
 * Computes percent cover from sample points. The share of a taxon is the number of its points divided by the number of scorable points. Each share
 * has a Wilson interval. The points on one image are not independent, so the result also has the mean over images.
 * @throws InvalidRequest for a contradictory query
 * @throws TooManyGroups
 */
export async function coverOf(db: Database, sight: Sight, query: CountedQuery<CoverQuery>): Promise<Cover> {
  const { projectId } = sight
  const taxa = await taxaOf(db, sight, query)
  const { isUnscorable, taxonOf } = judged(taxa, query)
  const counts = sql<boolean>`${believed(query)} and ${shownTo(sight)}`
  const agreed = (await individualsOf(db, sight, counts)).flatMap(({ pointId: id, labelId }) =>
    id !== null && labelId !== null ? { id, labelId } : []
  )
  const grouping = await groupingOf(db, sight, query)
  const isChosen = imageMatches(db, sight, (await annotatedFilter(db, sight, query.filter)).ofImages)
  const { efforts, cells, labels } = await sumsOf(db, projectId, { counts, agreed, taxonOf, grouping, isChosen })
  requireFewGroups(efforts.length)
  const allCells = together(cells)
  const naming = await grouping.names(db, sight)

  const order = allCells
    .filter(({ taxon }) => taxon !== leftOut)
    .sort((a, b) => b.points - a.points || (a.taxon < b.taxon ? -1 : 1))
    .map(({ taxon }) => taxon)
  const placeOf = new Map(order.map((taxon, place) => [taxon, place]))
  const byKey = Map.groupBy(cells, ({ key }) => key)
  const groups = efforts
    .map(effort => {
      const name = effort.key === null ? naming.none : naming.nameOf(effort.key)
      return groupOf({ ...effort, name }, byKey.get(effort.key) ?? [], placeOf)
    })
    .sort((a, b) => (a.key === null || b.key === null ? Number(a.key === null) - Number(b.key === null) : naming.compare(a.key, b.key)))
  const sum = (field: Exclude<keyof Effort, 'key'>) => efforts.reduce((total, effort) => total + effort[field], 0)
  const all = {
    ...{ key: null, name: 'All images', images: sum('images'), scored: sum('scored'), points: sum('points') },
    ...{ scorable: sum('scorable'), unscorable: sum('unscorable'), unnamed: sum('unnamed') }
  }
  return {
    taxa: order.map(id => {
      const { name, scientificName, taxonRank } = taxa.byId.get(id) ?? { name: id, scientificName: null, taxonRank: null }
      return { id, name, scientificName, taxonRank }
    }),
    labels: labels
      .sort((a, b) => b.points - a.points || (a.taxon < b.taxon ? -1 : 1))
      .slice(0, mostLabels)
      .map(({ taxon: id, points }) => ({ id, name: taxa.byId.get(id)?.name ?? id, points, unscorable: isUnscorable(id) })),
    groups,
    all: groupOf(all, allCells, placeOf),
    imagesWithoutPoints: await withoutPoints(db, projectId, isChosen)
  }
}

/** Returns a predicate for labels that mark unrecognisable points: the given labels and their descendants. */
export function unscorableAmong({ byId }: Pick<Taxa, 'byId'>, labelIds: string | undefined): (labelId: string) => boolean {
  const roots = new Set(labelIds === undefined ? [] : labelIds.split(',').filter(Boolean))
  return id => {
    for (let node = byId.get(id); node; node = byId.get(node.parentId ?? '')) if (roots.has(node.id)) return true
    return false
  }
}

/** Maps each label in use to the taxon that it counts as. */
function judged({ byId, taxonOf }: Taxa, { unscorable: labelIds }: CoverQuery) {
  const isUnscorable = unscorableAmong({ byId }, labelIds)
  const ranked = new Map(taxonOf?.map(({ label, taxon }) => [label, taxon]))
  return {
    isUnscorable,
    taxonOf: [...byId.keys()].map(label => ({ label, taxon: isUnscorable(label) ? unscorable : (ranked.get(label) ?? label) }))
  }
}

interface Effort {
  key: string | null
  images: number
  scored: number
  points: number
  scorable: number
  unscorable: number
  unnamed: number
}

interface Cell {
  key: string | null
  taxon: string
  points: number
  shares: number
  squares: number
}

interface Summing {
  /** SQL on `annotation`: whether its label counts. */
  counts: RawBuilder<boolean>
  /** Consensus labels of points from rounds. A label that a person set on the point itself takes precedence. */
  agreed: { id: string; labelId: string }[]
  taxonOf: { label: string; taxon: string }[]
  grouping: Grouping
  /** SQL on `media`: whether the image is counted. */
  isChosen: RawBuilder<boolean>
}

type SumRow = { part: 'effort' | 'cell' | 'label' } & Effort & Cell

const isByPeople = sql`(annotation.source = 'human' or annotation.review_state = 'confirmed')`

/** Computes all sums in one pass over the points: effort by group, taxa by group, and labels. */
async function sumsOf(db: Database, projectId: string, { counts, agreed, taxonOf, grouping: { key }, isChosen }: Summing) {
  const share = sql`(cast(point.points as double precision) / image_points.scorable)`
  const none = sql`cast(0 as double precision)`
  const { rows } = await sql<SumRow>`
    with taxon_of as materialized (
      select item.value ->> 'label' as label_id, item.value ->> 'taxon' as taxon from ${jsonItems(db, taxonOf)}
    ),
    agreed as materialized (
      select item.value ->> 'id' as id, item.value ->> 'labelId' as label_id from ${jsonItems(db, agreed)} ${manyRows}
    ),
    named as materialized (
      select annotation.media_id as media_id,
        coalesce(case when ${counts} and ${isByPeople} then annotation.label_id end, agreed.label_id, case when ${counts} then annotation.label_id end,
          ${unnamed}) as label_id, count(*) as points
      from sample join media on media.id = sample.media_id join sample_point on sample_point.sample_id = sample.id
        join annotation on annotation.id = sample_point.annotation_id left join agreed on agreed.id = annotation.id
      where sample.project_id = ${projectId} and media.removed_at is null and annotation.removed_at is null and ${isChosen} and ${interruptible(db)}
      group by 1, 2
    ),
    point as materialized (
      select media_id, coalesce(taxon_of.taxon, ${unnamed}) as taxon, sum(points) as points
      from named left join taxon_of on taxon_of.label_id = named.label_id
      group by 1, 2
    ),
    image_points as materialized (
      select media_id,
        sum(case when taxon not in (${unnamed}, ${unscorable}) then points else 0 end) as scorable,
        sum(case when taxon = ${unscorable} then points else 0 end) as unscorable,
        sum(case when taxon = ${unnamed} then points else 0 end) as unnamed
      from point group by media_id
    )
    select 'effort' as part, ${key} as key, cast(null as text) as taxon, count(*) as images, sum(case when scorable > 0 then 1 else 0 end) as scored,
      sum(scorable + unscorable + unnamed) as points, sum(scorable) as scorable, sum(unscorable) as unscorable, sum(unnamed) as unnamed,
      ${none} as shares, ${none} as squares
    from image_points join media on media.id = image_points.media_id left join site on site.id = media.site_id
    group by 2
    union all
    select 'cell', ${key}, point.taxon, 0, 0, sum(point.points), 0, 0, 0, sum(${share}), sum(${share} * ${share})
    from point join image_points on image_points.media_id = point.media_id
      join media on media.id = point.media_id left join site on site.id = media.site_id
    where point.taxon not in (${unnamed}, ${unscorable})
    group by 2, 3
    union all
    select 'label', cast(null as text), label_id, 0, 0, sum(points), 0, 0, 0, ${none}, ${none} from named where label_id <> ${unnamed} group by label_id
  `.execute(db)
  const parts = Map.groupBy(rows, ({ part }) => part)
  return { efforts: parts.get('effort') ?? [], cells: parts.get('cell') ?? [], labels: parts.get('label') ?? [] }
}

/** Sums cells by taxon over groups that share no image. */
function together(cells: readonly Cell[]): Cell[] {
  const byTaxon = new Map<string, Cell>()
  for (const { taxon, points, shares, squares } of cells) {
    const before = byTaxon.get(taxon) ?? { key: null, taxon, points: 0, shares: 0, squares: 0 }
    byTaxon.set(taxon, {
      ...before,
      points: before.points + points,
      shares: before.shares + shares,
      squares: before.squares + squares
    })
  }
  return [...byTaxon.values()]
}

function groupOf(effort: Effort & { name: string }, cells: readonly Cell[], placeOf: ReadonlyMap<string, number>): CoverGroup {
  const { key, name, images, scored: imagesScored, points, scorable } = effort
  const covers = cells.flatMap(({ taxon, points: hits, shares, squares }): TaxonCover[] => {
    const place = placeOf.get(taxon)
    const mean = coverOfSums({ images: imagesScored, shares, squares })
    if (place === undefined || mean === null) return []
    const { low, high } = wilsonInterval(hits, scorable)
    return [{ taxon: place, points: hits, share: hits / scorable, low, high, meanOfImages: mean.mean, standardError: mean.standardError }]
  })
  return {
    ...{ key, name, images, imagesScored, points, scorable, unscorable: effort.unscorable, unnamed: effort.unnamed },
    leftOut: cells.find(({ taxon }) => taxon === leftOut)?.points ?? 0,
    covers: covers.sort((a, b) => a.taxon - b.taxon)
  }
}

async function withoutPoints(db: Database, projectId: string, isChosen: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ images: number }>`
    select count(*) as images from media
    where project_id = ${projectId} and removed_at is null and ${isChosen}
      and not exists (select 1 from sample where sample.media_id = media.id)`.execute(db)
  return rows[0]?.images ?? 0
}
