import type { SummaryGroup } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import type { Digits } from './words.ts'

/** Of one taxon in one group of images. */
export const maxNMethod: Method = {
  formula: 'MaxN = max over the images of n',
  source: 'Priede et al. 1994, J. Mar. Biol. Ass. U.K. 74: 481–498',
  note: 'The largest number of one taxon that was seen in one image of the group at once. It does not add up over groups.'
}

/** One number of a group of images. */
export interface Measure {
  id: string
  /** Head of its column, and of the chart together with the unit. */
  name: string
  unit: string
  digits: Digits
  value: (group: SummaryGroup) => number | null
  interval?: (group: SummaryGroup) => { low: number; high: number } | null
  /** What the whisker is. */
  intervalWords?: string
  method: Method
}

export const measures: Measure[] = [
  {
    id: 'individuals',
    name: 'Individuals',
    unit: 'individuals',
    digits: 0,
    value: ({ individuals }) => individuals,
    method: { formula: 'N = Σ nᵢ', note: 'Not standardised by effort: compare groups by their density, or by rarefaction.' }
  },
  {
    id: 'density',
    name: 'Density',
    unit: 'individuals per m²',
    digits: 'significant',
    value: ({ density }) => density?.perSquareMeter ?? null,
    interval: ({ density }) =>
      density?.standardError == null
        ? null
        : { low: density.perSquareMeter - density.standardError, high: density.perSquareMeter + density.standardError },
    intervalWords: 'one standard error up and down, with images as units',
    method: {
      formula: 'D = Σ n / Σ m²,  SE = √(u/(u−1) · Σ(n − D·a)²) / Σ a',
      source: 'Cochran 1977, Sampling Techniques, ch. 6',
      note: 'Over the images whose area is known. Images of one transect depend on each other: the true error is larger.'
    }
  },
  {
    id: 'richness',
    name: 'Richness',
    unit: 'taxa',
    digits: 0,
    value: ({ richness }) => richness,
    method: { formula: 'S = number of taxa with nᵢ > 0', note: 'Grows with effort: see the curves.' }
  },
  {
    id: 'chao1',
    name: 'Chao1',
    unit: 'taxa, estimated',
    digits: 1,
    value: ({ chao1 }) => chao1?.estimate ?? null,
    interval: ({ chao1 }) => chao1,
    intervalWords: '95 % interval, log-normal above S',
    method: {
      formula: 'S + f₁(f₁ − 1) / (2(f₂ + 1))',
      source: 'Chao 1987',
      doi: '10.2307/2531532',
      note: 'Bias-corrected: a lower bound of the taxa that are there, seen or not. f₁ taxa were seen once, f₂ twice.'
    }
  },
  {
    id: 'shannon',
    name: 'Shannon H′',
    unit: 'nats',
    digits: 3,
    value: ({ shannon }) => shannon,
    method: { formula: 'H′ = −Σ pᵢ ln pᵢ', source: 'Shannon 1948', doi: '10.1002/j.1538-7305.1948.tb01338.x', note: 'Natural logarithm.' }
  },
  {
    id: 'simpson',
    name: 'Simpson 1 − D',
    unit: 'probability',
    digits: 3,
    value: ({ simpson }) => simpson,
    method: {
      formula: '1 − Σ pᵢ²',
      source: 'Simpson 1949',
      doi: '10.1038/163688a0',
      note: 'Gini–Simpson: the chance that two individuals drawn with putting back differ.'
    }
  },
  {
    id: 'pielou',
    name: 'Pielou J′',
    unit: 'evenness, 0–1',
    digits: 3,
    value: ({ pielou }) => pielou,
    method: {
      formula: 'J′ = H′ / ln S',
      source: 'Pielou 1966',
      doi: '10.1016/0022-5193(66)90013-0',
      note: 'No value for fewer than two taxa.'
    }
  },
  {
    id: 'sumMaxN',
    name: 'Σ MaxN',
    unit: 'individuals',
    digits: 0,
    value: ({ sumMaxN }) => sumMaxN,
    method: {
      formula: 'Σ over taxa of the most individuals on one image',
      source: 'Priede et al. 1994, J. Mar. Biol. Ass. U.K. 74: 481–498',
      note: 'For series in which the same animals return: never more than were there at once. It does not add up over groups.'
    }
  }
]

/** Of one taxon, which is all that was counted. */
export const taxonMeasures: Measure[] = [
  ...measures.filter(({ id }) => id === 'individuals' || id === 'density'),
  { id: 'maxN', name: 'MaxN', unit: 'individuals', digits: 0, value: ({ sumMaxN }) => sumMaxN, method: maxNMethod }
]
