import type { SummaryGroup } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { texts } from './texts.tsx'
import type { Digits } from './words.ts'

const { measures: words, sources, terms } = texts
const { maxN, density, richness, diversity } = terms.list

export const maxNMethod: Method = {
  formula: words.maxN.formula,
  source: sources.priede,
  note: words.maxN.note
}

/** A number computed for a group of images. */
export interface Measure {
  id: string
  /** Column header. Together with the unit, it is also the chart title. */
  name: string
  unit: string
  /** Explanation of the measure. */
  meaning?: string
  digits: Digits
  value: (group: SummaryGroup) => number | null
  interval?: (group: SummaryGroup) => { low: number; high: number } | null
  /** Description of the interval that the whiskers show. */
  intervalWords?: string
  method: Method
}

export const measures: Measure[] = [
  {
    id: 'individuals',
    name: words.individuals.name,
    unit: words.individuals.unit,
    digits: 0,
    value: ({ individuals }) => individuals,
    method: { formula: 'N = Σ nᵢ', note: words.individuals.note }
  },
  {
    id: 'density',
    name: words.density.name,
    unit: words.density.unit,
    meaning: density.meaning,
    digits: 'significant',
    value: ({ density }) => density?.perSquareMeter ?? null,
    interval: ({ density }) =>
      density?.standardError == null
        ? null
        : { low: density.perSquareMeter - density.standardError, high: density.perSquareMeter + density.standardError },
    intervalWords: words.density.interval,
    method: {
      formula: 'D = Σ n / Σ m²,  SE = √(u/(u−1) · Σ(n − D·a)²) / Σ a',
      source: sources.cochran,
      note: words.density.note
    }
  },
  {
    id: 'richness',
    name: words.richness.name,
    unit: words.richness.unit,
    meaning: richness.meaning,
    digits: 0,
    value: ({ richness }) => richness,
    method: { formula: words.richness.formula, note: words.richness.note }
  },
  {
    id: 'chao1',
    name: words.chao1.name,
    unit: words.chao1.unit,
    meaning: richness.meaning,
    digits: 1,
    value: ({ chao1 }) => chao1?.estimate ?? null,
    interval: ({ chao1 }) => chao1,
    intervalWords: words.chao1.interval,
    method: {
      formula: 'S + f₁(f₁ − 1) / (2(f₂ + 1))',
      source: sources.chao,
      doi: '10.2307/2531532',
      note: words.chao1.note
    }
  },
  {
    id: 'shannon',
    name: words.shannon.name,
    unit: words.shannon.unit,
    meaning: diversity.meaning,
    digits: 3,
    value: ({ shannon }) => shannon,
    method: { formula: 'H′ = −Σ pᵢ ln pᵢ', source: sources.shannon, doi: '10.1002/j.1538-7305.1948.tb01338.x', note: words.shannon.note }
  },
  {
    id: 'simpson',
    name: words.simpson.name,
    unit: words.simpson.unit,
    meaning: diversity.meaning,
    digits: 3,
    value: ({ simpson }) => simpson,
    method: {
      formula: '1 − Σ pᵢ²',
      source: sources.simpson,
      doi: '10.1038/163688a0',
      note: words.simpson.note
    }
  },
  {
    id: 'pielou',
    name: words.pielou.name,
    unit: words.pielou.unit,
    meaning: diversity.meaning,
    digits: 3,
    value: ({ pielou }) => pielou,
    method: {
      formula: 'J′ = H′ / ln S',
      source: sources.pielou,
      doi: '10.1016/0022-5193(66)90013-0',
      note: words.pielou.note
    }
  },
  {
    id: 'sumMaxN',
    name: words.sumMaxN.name,
    unit: words.sumMaxN.unit,
    meaning: maxN.meaning,
    digits: 0,
    value: ({ sumMaxN }) => sumMaxN,
    method: {
      formula: words.sumMaxN.formula,
      source: sources.priede,
      note: words.sumMaxN.note
    }
  }
]

/** Measures of a single taxon. */
export const taxonMeasures: Measure[] = [
  ...measures.filter(({ id }) => id === 'individuals' || id === 'density'),
  {
    id: 'maxN',
    name: words.maxN.name,
    unit: words.maxN.unit,
    meaning: maxN.meaning,
    digits: 0,
    value: ({ sumMaxN }) => sumMaxN,
    method: maxNMethod
  }
]
