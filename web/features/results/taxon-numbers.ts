import type { AbundanceGroup, ResultTaxon } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { maxNMethod } from './measures.ts'
import { texts } from './texts.tsx'
import { type Digits, toDigits } from './words.ts'

const { measures: words, taxa } = texts

/** Counts of one taxon in a set of images. */
export interface TaxonCount {
  individuals: number
  maxN: number
  /** Number of images with the taxon, or of images and sampling events if observations count. */
  held: number
  /** Number of individuals in images with a known area. */
  onKnownArea: number
}

/** A number computed for every taxon. */
export interface TaxonNumber {
  id: string
  name: string
  unit: string
  digits: Digits
  /** @param area square metres of the images with a known area */
  value(count: TaxonCount, area: number | null): number | null
  method: Method
  /** File name of the download, without the grouping and the extension. */
  fileName: string
}

export const taxonNumbers: readonly TaxonNumber[] = [
  {
    id: 'individuals',
    name: words.individuals.name,
    unit: words.individuals.unit,
    digits: 0,
    value: ({ individuals }) => individuals,
    method: { formula: taxa.individualsFormula, note: taxa.individualsNote },
    fileName: 'abundance'
  },
  {
    id: 'density',
    name: words.density.name,
    unit: words.density.unit,
    digits: 'significant',
    value: densityOf,
    method: {
      formula: 'Dᵢ = Σ nᵢ / Σ m²',
      note: taxa.densityNote
    },
    fileName: 'density'
  },
  {
    id: 'maxN',
    name: words.maxN.name,
    unit: words.maxN.unit,
    digits: 0,
    value: ({ maxN }) => maxN,
    method: maxNMethod,
    fileName: 'MaxN'
  }
]

export function densityOf({ onKnownArea }: Pick<TaxonCount, 'onKnownArea'>, area: number | null): number | null {
  return area === null ? null : onKnownArea / area
}

/** Formats a number; `–` without a value. */
export const showNumber = ({ digits }: TaxonNumber, value: number | null): string => (value === null ? '–' : toDigits(value, digits))

const asCount = ([, individuals = 0, maxN = 0, held = 0, onKnownArea = 0]: readonly number[] = []): TaxonCount => ({
  individuals,
  maxN,
  held,
  onKnownArea
})

/** Counts of each group by taxon index. Each map is built on first use, because only a few of up to 100,000 rows are visible. */
const byPlace = new WeakMap<AbundanceGroup, ReadonlyMap<number | undefined, readonly number[]>>()

export function countIn(group: AbundanceGroup, place: number): TaxonCount {
  const counts = byPlace.get(group) ?? new Map(group.counts.map(count => [count[0], count]))
  byPlace.set(group, counts)
  return asCount(counts.get(place))
}

export type CountedTaxon = TaxonCount & { taxon: ResultTaxon }

/** Sums the counts of taxa over groups that share no image and no sampling event, without absent taxa. The largest MaxN is the overall MaxN. */
export function countsOf(taxa: readonly ResultTaxon[], groups: readonly AbundanceGroup[]): CountedTaxon[] {
  const all = taxa.map((taxon): CountedTaxon => ({ taxon, ...asCount() }))
  for (const { counts } of groups) {
    for (const count of counts) {
      const found = all[count[0] ?? -1]
      if (!found) continue
      const { individuals, maxN, held, onKnownArea } = asCount(count)
      found.individuals += individuals
      found.maxN = Math.max(found.maxN, maxN)
      found.held += held
      found.onKnownArea += onKnownArea
    }
  }
  return all.filter(({ individuals }) => individuals > 0)
}

type Effort = Pick<AbundanceGroup, 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters' | 'events'>

export function together(groups: readonly AbundanceGroup[]): Effort {
  const sum = (of: (group: AbundanceGroup) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    images: sum(({ images }) => images),
    imagesOnlyMarked: sum(({ imagesOnlyMarked }) => imagesOnlyMarked),
    imagesWithArea: sum(({ imagesWithArea }) => imagesWithArea),
    areaSquareMeters: sum(({ areaSquareMeters }) => areaSquareMeters ?? 0) || null,
    ...(groups.some(({ events }) => events !== undefined) && { events: sum(({ events = 0 }) => events) })
  }
}
