import { type RawBuilder, sql } from 'kysely'
import type { Cover, CoverGroup, CoverQuery, TaxonCover } from '../../../shared/contracts/results.ts'
import { coverOfSums } from '../../../shared/statistics/percent-cover.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import { type Blind, shownTo } from '../annotations/sessions/blind.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { believed } from './counted.ts'
import { requireFewGroups } from './group-limit.ts'
import { everything, type Grouping, groupingOf } from './groups.ts'
import { leftOut, type Taxa, taxaOf, unnamed } from './taxa.ts'

/** Stands for labels that say that nothing could be seen. No id looks like it. */
const unscorable = '!'
const mostLabels = 500

/**
 * Percent cover from the points that were drawn on images: share = points of the taxon/points that could be judged, with Wilson's
 * interval; and the mean of single images, because the points of one image are not independent. Databases add up.
 * @throws InvalidRequest when what is asked for contradicts itself @throws TooManyGroups
 */
export async function coverOf(db: Database, projectId: string, query: CoverQuery, blind: Blind | null): Promise<Cover> {
  const taxa = await taxaOf(db, projectId, query, blind)
  const { isUnscorable, taxonOf } = judged(taxa, query)
  const counts = sql<boolean>`${believed(query)} and ${shownTo(blind)}`
  const points = samplePoints(db, projectId, counts, taxonOf)
  const grouping = groupingOf(db, query)
  const efforts = await effortsOf(db, projectId, points, grouping)
  requireFewGroups(efforts.length)
  const cells = await cellsOf(db, points, grouping)
  const [together] = await effortsOf(db, projectId, points, everything)
  const allCells = await cellsOf(db, points, everything)
  const naming = await grouping.names(db, projectId)

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
  const nothing: Effort = { key: null, images: 0, scored: 0, points: 0, scorable: 0, unscorable: 0, unnamed: 0 }
  return {
    taxa: order.map(id => {
      const { name, scientificName, taxonRank } = taxa.byId.get(id) ?? { name: id, scientificName: null, taxonRank: null }
      return { id, name, scientificName, taxonRank }
    }),
    labels: await labelsOf(db, projectId, counts, taxa, isUnscorable),
    groups,
    all: groupOf({ ...(together ?? nothing), key: null, name: 'All images' }, allCells, placeOf),
    imagesWithoutPoints: await withoutPoints(db, projectId)
  }
}

/** What each label that is used counts as. */
function judged({ byId, taxonOf }: Taxa, { unscorable: asked }: CoverQuery) {
  const roots = new Set(asked === undefined ? [] : asked.split(',').filter(Boolean))
  const isUnscorable = (id: string) => {
    for (let node = byId.get(id); node; node = byId.get(node.parentId ?? '')) if (roots.has(node.id)) return true
    return false
  }
  const ranked = new Map(taxonOf?.map(({ label, taxon }) => [label, taxon]))
  return {
    isUnscorable,
    taxonOf: [...byId.keys()].map(label => ({ label, taxon: isUnscorable(label) ? unscorable : (ranked.get(label) ?? label) }))
  }
}

/** `with` part: `point (media_id, taxon, points)` and `image_points (media_id, scorable, unscorable, unnamed)`. `counts`: SQL on `annotation`. */
function samplePoints(
  db: Database,
  projectId: string,
  counts: RawBuilder<boolean>,
  taxonOf: { label: string; taxon: string }[]
): RawBuilder<unknown> {
  return sql`
    taxon_of as materialized (
      select item.value ->> 'label' as label_id, item.value ->> 'taxon' as taxon from ${jsonItems(db, taxonOf)}
    ),
    point as materialized (
      select annotation.media_id as media_id, case when ${counts} then coalesce(taxon_of.taxon, ${unnamed}) else ${unnamed} end as taxon,
        count(*) as points
      from sample join sample_point on sample_point.sample_id = sample.id
        join annotation on annotation.id = sample_point.annotation_id
        left join taxon_of on taxon_of.label_id = annotation.label_id
      where sample.project_id = ${projectId} and annotation.removed_at is null
      group by 1, 2
    ),
    image_points as materialized (
      select media_id,
        sum(case when taxon not in (${unnamed}, ${unscorable}) then points else 0 end) as scorable,
        sum(case when taxon = ${unscorable} then points else 0 end) as unscorable,
        sum(case when taxon = ${unnamed} then points else 0 end) as unnamed
      from point group by media_id
    )`
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

async function effortsOf(db: Database, projectId: string, points: RawBuilder<unknown>, { key }: Grouping): Promise<Effort[]> {
  const { rows } = await sql<Effort>`
    with ${points}
    select ${key} as key, count(*) as images, sum(case when scorable > 0 then 1 else 0 end) as scored,
      sum(scorable + unscorable + unnamed) as points, sum(scorable) as scorable, sum(unscorable) as unscorable, sum(unnamed) as unnamed
    from image_points join media on media.id = image_points.media_id left join site on site.id = media.site_id
    where media.project_id = ${projectId} and media.removed_at is null
    group by 1`.execute(db)
  return rows
}

interface Cell {
  key: string | null
  taxon: string
  points: number
  shares: number
  squares: number
}

async function cellsOf(db: Database, points: RawBuilder<unknown>, { key }: Grouping): Promise<Cell[]> {
  const share = sql`(cast(point.points as double precision) / image_points.scorable)`
  const { rows } = await sql<Cell>`
    with ${points}
    select ${key} as key, point.taxon as taxon, sum(point.points) as points, sum(${share}) as shares, sum(${share} * ${share}) as squares
    from point join image_points on image_points.media_id = point.media_id
      join media on media.id = point.media_id left join site on site.id = media.site_id
    where media.removed_at is null and point.taxon not in (${unnamed}, ${unscorable})
    group by 1, 2`.execute(db)
  return rows
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

async function labelsOf(
  db: Database,
  projectId: string,
  counts: RawBuilder<boolean>,
  { byId }: Taxa,
  isUnscorable: (id: string) => boolean
): Promise<Cover['labels']> {
  const asThey = [...byId.keys()].map(label => ({ label, taxon: label }))
  const { rows } = await sql<{ taxon: string; points: number }>`
    with ${samplePoints(db, projectId, counts, asThey)}
    select point.taxon as taxon, sum(point.points) as points from point join media on media.id = point.media_id
    where media.removed_at is null and point.taxon <> ${unnamed}
    group by 1 order by 2 desc, 1 limit ${mostLabels}`.execute(db)
  return rows.map(({ taxon: id, points }) => ({ id, name: byId.get(id)?.name ?? id, points, unscorable: isUnscorable(id) }))
}

async function withoutPoints(db: Database, projectId: string): Promise<number> {
  const { rows } = await sql<{ images: number }>`
    select count(*) as images from media
    where project_id = ${projectId} and removed_at is null and not exists (select 1 from sample where sample.media_id = media.id)`.execute(
    db
  )
  return rows[0]?.images ?? 0
}
