import type { AbundanceGroup, ResultTaxon } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { maxNMethod } from './measures.ts'
import { type Digits, toDigits } from './words.ts'

/** How many of one taxon there are on some images. */
export interface TaxonCount {
  individuals: number
  maxN: number
  /** Images that show it. */
  held: number
  /** Individuals on images whose area is known. */
  onKnownArea: number
}

/** One number of every taxon. */
export interface TaxonNumber {
  id: string
  name: string
  unit: string
  digits: Digits
  /** @param area square metres of the images whose area is known */
  value(count: TaxonCount, area: number | null): number | null
  method: Method
  /** Of the download, without grouping and ending. */
  fileName: string
}

export const taxonNumbers: readonly TaxonNumber[] = [
  {
    id: 'individuals',
    name: 'Individuals',
    unit: 'individuals',
    digits: 0,
    value: ({ individuals }) => individuals,
    method: { formula: 'nᵢ = Σ individuals of taxon i', note: 'Points of a sample measure cover and are not counted.' },
    fileName: 'abundance'
  },
  {
    id: 'density',
    name: 'Density',
    unit: 'individuals per m²',
    digits: 'significant',
    value: densityOf,
    method: {
      formula: 'Dᵢ = Σ nᵢ / Σ m²',
      note: 'Over the images whose area is known, those without the taxon too. Choose one taxon to see the standard error.'
    },
    fileName: 'density'
  },
  {
    id: 'maxN',
    name: 'MaxN',
    unit: 'individuals',
    digits: 0,
    value: ({ maxN }) => maxN,
    method: maxNMethod,
    fileName: 'MaxN'
  }
]

export function densityOf({ onKnownArea }: Pick<TaxonCount, 'onKnownArea'>, area: number | null): number | null {
  return area === null ? null : onKnownArea / area
}

/** `–` where the number has no value. */
export const showNumber = ({ digits }: TaxonNumber, value: number | null): string => (value === null ? '–' : toDigits(value, digits))

const asCount = ([, individuals = 0, maxN = 0, held = 0, onKnownArea = 0]: readonly number[] = []): TaxonCount => ({
  individuals,
  maxN,
  held,
  onKnownArea
})

/** Counts of a group by the taxon's place, from when they are first asked for: of 100,000 images few are on the screen. */
const byPlace = new WeakMap<AbundanceGroup, ReadonlyMap<number | undefined, readonly number[]>>()

export function countIn(group: AbundanceGroup, place: number): TaxonCount {
  const counts = byPlace.get(group) ?? new Map(group.counts.map(count => [count[0], count]))
  byPlace.set(group, counts)
  return asCount(counts.get(place))
}

export type CountedTaxon = TaxonCount & { taxon: ResultTaxon }

/** Taxa that some groups hold: groups are of different images, so that the largest MaxN is that of all. */
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

type Effort = Pick<AbundanceGroup, 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters'>

export function together(groups: readonly AbundanceGroup[]): Effort {
  const sum = (of: (group: AbundanceGroup) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    images: sum(({ images }) => images),
    imagesOnlyMarked: sum(({ imagesOnlyMarked }) => imagesOnlyMarked),
    imagesWithArea: sum(({ imagesWithArea }) => imagesWithArea),
    areaSquareMeters: sum(({ areaSquareMeters }) => areaSquareMeters ?? 0) || null
  }
}
