import { sql } from 'kysely'
import type { Abundance, AbundanceGroup, ResultsQuery, Summary, SummaryGroup } from '../../../shared/contracts/results.ts'
import { chaoRichness } from '../../../shared/statistics/chao.ts'
import { type AreaUnit, densityOf } from '../../../shared/statistics/density.ts'
import { diversity } from '../../../shared/statistics/diversity.ts'
import { tallyOf } from '../../../shared/statistics/tally.ts'
import type { Sight } from '../projects/scope.ts'
import { knownArea } from '../scale/known-area.ts'
import type { Database } from '../storage/database.ts'
import { abundanceOf, imageSums, splitsEvents } from './abundance.ts'
import { countedAnnotations } from './counted.ts'
import { inEffort } from './effort.ts'
import { requireFewGroups } from './group-limit.ts'
import { everything, groupingOf } from './groups.ts'
import { leftOut, taxaOf, unnamed } from './taxa.ts'

/** Computes diversity indices for each group of images, and for all images together. @throws InvalidRequest @throws TooManyGroups */
export async function summaryOf(db: Database, sight: Sight, query: ResultsQuery): Promise<Summary> {
  const found = await abundanceOf(db, sight, query)
  const { taxa: _taxa, groups, ...remarks } = found
  requireFewGroups(groups.length)
  const units = groups.some(({ imagesWithArea }) => imagesWithArea > 0) ? await areaUnits(db, sight, query) : new Map()
  return {
    ...remarks,
    groups: groups.map(group => summarise(group, units.get(group.key) ?? [])),
    all: summarise(await allOf(db, sight, query, found), [...units.values()].flat())
  }
}

function summarise({ counts, ...group }: AbundanceGroup, units: Iterable<AreaUnit>): SummaryGroup {
  const tally = tallyOf(counts.map(([, individuals = 0]) => individuals))
  const { richness, shannon, simpson, pielou } = diversity(tally)
  const chao1 = chaoRichness(tally)
  const { density } = densityOf(units)
  return {
    ...group,
    richness,
    shannon,
    simpson,
    pielou,
    chao1: chao1 && { estimate: chao1.estimate, low: chao1.low, high: chao1.high },
    density: density && {
      perSquareMeter: density.perSquareMeter,
      standardError: density.standardError,
      individuals: density.individuals
    },
    sumMaxN: counts.reduce((sum, [, , maxN = 0]) => sum + maxN, 0)
  }
}

/** Names of the sum of all groups, by the records that count. */
const names = { annotations: 'All images', observations: 'All observations', both: 'All images and observations' }

/**
 * Counts all groups together. A sampling event may be in several depth bands. Observations by depth band are therefore counted anew, not summed.
 */
export async function allOf(
  db: Database,
  sight: Sight,
  query: ResultsQuery,
  { taxa, groups }: Pick<Abundance, 'taxa' | 'groups'>
): Promise<AbundanceGroup> {
  return together(splitsEvents(query) ? (await abundanceOf(db, sight, query, everything)).groups : groups, taxa.length, query)
}

/** Sums groups that share no image. The MaxN of the sum is the largest MaxN of any group. */
function together(groups: readonly AbundanceGroup[], taxaCount: number, { records = 'annotations' }: ResultsQuery): AbundanceGroup {
  const counts = Array.from({ length: taxaCount }, (_, taxon): [number, number, number, number] => [taxon, 0, 0, 0])
  for (const group of groups) {
    for (const [taxon = 0, individuals = 0, maxN = 0, images = 0] of group.counts) {
      const sums = counts[taxon]
      if (!sums) continue
      sums[1] += individuals
      sums[2] = Math.max(sums[2], maxN)
      sums[3] += images
    }
  }
  const sum = (of: (group: AbundanceGroup) => number) => groups.reduce((total, group) => total + of(group), 0)
  const area = sum(group => group.areaSquareMeters ?? 0)
  return {
    key: null,
    name: names[records],
    images: sum(group => group.images),
    imagesOnlyMarked: sum(group => group.imagesOnlyMarked),
    imagesWithArea: sum(group => group.imagesWithArea),
    areaSquareMeters: area > 0 ? area : null,
    ...(records !== 'annotations' && { events: sum(group => group.events ?? 0) }),
    individuals: sum(group => group.individuals),
    unnamedIndividuals: sum(group => group.unnamedIndividuals),
    counts
  }
}

/** Reads the images that count as effort and have a known area, by group. Each has its number of individuals of all taxa. */
async function areaUnits(db: Database, sight: Sight, query: ResultsQuery): Promise<Map<string | null, AreaUnit[]>> {
  const counted = await countedAnnotations(db, sight, query)
  const { key } = await groupingOf(db, sight, query)
  const { rows } = await sql<{ key: string | null; area: number | null; individuals: number; in_effort: 0 | 1 }>`
    with ${imageSums(db, counted, await taxaOf(db, sight, query))},
    image_total as (
      select media_id, sum(individuals) as individuals from image_sum where taxon not in (${unnamed}, ${leftOut}) group by media_id
    )
    select ${key} as key, ${knownArea(db)} as area, coalesce(image_total.individuals, 0) as individuals,
      ${inEffort(counted)} as in_effort
    from media left join site on site.id = media.site_id left join image_total on image_total.media_id = media.id
    where media.project_id = ${sight.projectId} and media.removed_at is null and ${counted.isChosen}`.execute(db)
  const units = new Map<string | null, AreaUnit[]>()
  for (const { key, area, individuals, in_effort: inEffort } of rows) {
    // SQL does not filter these. PostgreSQL would expect few matches of a computed value, and scan all totals again for each image.
    if (area === null || inEffort === 0) continue
    const ofGroup = units.get(key) ?? []
    units.set(key, ofGroup)
    ofGroup.push({ count: individuals, areaSquareMeters: area })
  }
  return units
}
