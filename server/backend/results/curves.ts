import type { AbundanceGroup, ResultCurve, ResultCurves, ResultsQuery } from '../../../shared/contracts/results.ts'
import { accumulationCurve } from '../../../shared/statistics/accumulation.ts'
import { rarefactionCurve } from '../../../shared/statistics/rarefaction.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { abundanceOf } from './abundance.ts'
import { everything } from './groups.ts'
import { allOf } from './summary.ts'

const mostGroupCurves = 7

/**
 * Computes rarefaction and accumulation curves for all images and for single groups. Accumulation curves are for the groups with the most effort,
 * rarefaction curves for the groups with the most individuals.
 * @throws InvalidRequest
 */
export async function curvesOf(db: Database, sight: Sight, query: ResultsQuery): Promise<ResultCurves> {
  const isByImage = (query.groupBy ?? 'image') === 'image'
  const found = await abundanceOf(db, sight, query, isByImage ? everything : undefined)
  const { taxa, groups } = found
  const all = await allOf(db, sight, query, found)
  const compared = isByImage ? [] : groups
  const named = compared.filter(({ key }) => key !== null) // images without a site do not count as another site
  const most = (of: (group: AbundanceGroup) => number) =>
    [all, ...compared.toSorted((a, b) => of(b) - of(a)).slice(0, mostGroupCurves)].filter(group => of(group) > 0)
  return {
    accumulation: most(unitsOf).map(overUnits),
    rarefaction: most(group => group.individuals).map(overIndividuals),
    groupAccumulation: named.length === 0 ? null : overGroups(named, taxa.length),
    groupCount: compared.length
  }
}

/** Number of sampling units: images and sampling events. */
const unitsOf = ({ images, events = 0 }: AbundanceGroup) => images + events

function overUnits(group: AbundanceGroup): ResultCurve {
  const { key, name, counts } = group
  const incidences = counts.map(([, , , held = 0]) => held)
  return { key, name, size: unitsOf(group), richness: richnessOf(incidences), points: accumulationCurve(incidences, unitsOf(group)) }
}

function overIndividuals({ key, name, individuals, counts }: AbundanceGroup): ResultCurve {
  const numbers = counts.map(([, number = 0]) => number)
  return { key, name, size: individuals, richness: richnessOf(numbers), points: rarefactionCurve(numbers) }
}

function overGroups(groups: readonly AbundanceGroup[], taxaCount: number): ResultCurve {
  const incidences = Array.from({ length: taxaCount }, () => 0)
  for (const { counts } of groups) for (const [taxon = 0] of counts) incidences[taxon] = (incidences[taxon] ?? 0) + 1
  return {
    key: null,
    name: 'All groups',
    size: groups.length,
    richness: richnessOf(incidences),
    points: accumulationCurve(incidences, groups.length)
  }
}

const richnessOf = (counts: readonly number[]) => counts.filter(count => count > 0).length
