import type { Abundance, ResultsQuery, Summary } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { formatCount, formatNumber, formatQuantity, formatSignificant } from '../../ui/format.ts'
import type { Review } from './use-results-address.ts'

const groupings: Record<string, { option: string; one: string; many: string }> = {
  site: { option: 'Site', one: 'site', many: 'sites' },
  survey: { option: 'Survey', one: 'survey', many: 'surveys' },
  depthBand: { option: 'Depth band', one: 'depth band', many: 'depth bands' },
  date: { option: 'Day (UTC)', one: 'day', many: 'days' },
  image: { option: 'Image', one: 'image', many: 'images' }
}

export const plainGroupings = Object.keys(groupings)

export function groupingWords(groupBy = 'image'): { option: string; one: string; many: string } {
  const column = groupBy.slice('metadata:'.length)
  return groupings[groupBy] ?? { option: `Column ${column}`, one: `value of ${column}`, many: `values of ${column}` }
}

export const reviewWords: Record<Review, { option: string; said: string }> = {
  people: { option: 'By people or confirmed', said: 'marked or confirmed by people' },
  all: { option: 'Also unreviewed', said: 'of people and machines, also unreviewed' },
  confirmed: { option: 'Only confirmed', said: 'confirmed by a second look' }
}

type Effort = Pick<Summary['all'], 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters'>

/** The effort in words: `340 images (12 by marks alone), 512 m² on 300 of them; 40 have no known scale and no part in the density`. */
export function effortOf({ images: count, imagesOnlyMarked, imagesWithArea, areaSquareMeters }: Effort, part = 'density'): string {
  const images = formatCount(count, 'image') + (imagesOnlyMarked > 0 ? ` (${formatNumber(imagesOnlyMarked)} by marks alone)` : '')
  if (areaSquareMeters === null) return `${images}, none with a known scale`
  const without = count - imagesWithArea
  const share =
    without > 0
      ? ` on ${formatNumber(imagesWithArea)} of them; ${formatNumber(without)} ${without === 1 ? 'has' : 'have'} no known scale and no part in the ${part}`
      : ''
  return `${images}, ${formatQuantity(areaSquareMeters, 'm²')}${share}`
}

/** When an image is part of the effort: what was found has no say in it. */
export const effortMethod = (review: Review): Method => ({
  formula: 'effort: images that are done, or on which a person marked or reviewed something',
  note: review === 'all' ? 'And images that an import or a run of a model covered.' : 'It is the same for every taxon and every filter.'
})

/** What is counted, as the line above a figure says it. */
export function filterWords({ rank, countAttribute, asOneTaxon }: ResultsQuery, review: Review): string {
  return [
    reviewWords[review].said,
    asOneTaxon ? 'with all that is under it in the catalog' : rank ? `counted by ${rank}` : 'counted as labelled',
    countAttribute ? `individuals from ${countAttribute}` : 'one individual per annotation',
    'rejected ones left out'
  ].join(', ')
}

/** What a reader of the numbers has to know; empty when there is nothing to say. */
export function warningsOf(
  remarks: Pick<
    Abundance,
    'unnamedIndividuals' | 'leftOutIndividuals' | 'nestedTaxa' | 'imagesNotLookedAt' | 'pendingMarks' | 'blindSessions'
  >,
  rank = ''
): string[] {
  const { unnamedIndividuals, leftOutIndividuals, nestedTaxa, imagesNotLookedAt, pendingMarks = 0, blindSessions } = remarks
  const warnings: string[] = []
  if (pendingMarks > 0)
    warnings.push(
      `${formatCount(pendingMarks, 'mark')} of blind sessions ${pendingMarks === 1 ? 'counts for its author' : 'count for their authors'} only, until the session has ended and the marks are matched.`
    )
  if (blindSessions) warnings.push(blindSessionWords(blindSessions))
  const [stand, have, are] = [nestedTaxa, leftOutIndividuals, unnamedIndividuals].map(count => count !== 1)
  if (nestedTaxa > 0)
    warnings.push(
      `${formatCount(nestedTaxa, 'taxon', 'taxa')} ${stand ? 'stand' : 'stands'} above others that were counted too (a genus beside its species): that raises the richness. Choose a rank.`
    )
  if (leftOutIndividuals > 0)
    warnings.push(
      `${formatCount(leftOutIndividuals, 'individual')} ${have ? 'have' : 'has'} no ${rank || 'taxon'} above in the catalog and ${have ? 'are' : 'is'} left out.`
    )
  if (unnamedIndividuals > 0)
    warnings.push(`${formatCount(unnamedIndividuals, 'individual')} ${are ? 'are' : 'is'} not named yet and in no taxon.`)
  return [...warnings, ...effortWarnings(imagesNotLookedAt)]
}

function blindSessionWords({ marks, things, notSettled }: NonNullable<Abundance['blindSessions']>): string {
  const open = notSettled > 0 ? `, ${formatNumber(notSettled)} not settled` : ''
  const rule = notSettled > 0 ? ' One that is not settled counts as the lowest taxon that its names share.' : ''
  return `Blind sessions: ${formatCount(marks, 'mark')} of ${formatCount(things, 'thing')}${open}. Each thing counts once.${rule}`
}

export const effortWarnings = (imagesNotLookedAt: number): string[] =>
  imagesNotLookedAt === 0
    ? []
    : [`${formatCount(imagesNotLookedAt, 'image')} not looked at: no part of the effort. An empty image counts once it is marked as done.`]

/** Decimals, or three digits wherever they stand: for what may be small by orders of magnitude. */
export type Digits = number | 'significant'

/** A number with exactly so many decimals, as a column of a table has them. */
export function toDigits(value: number, digits: Digits): string {
  if (digits === 'significant') return formatSignificant(value)
  return digits === 0 ? formatNumber(value, 0) : value.toFixed(digits).replace('-', '−')
}

/** `Density of Gadus morhua, individuals per m²`; a unit that only repeats the name is left out. */
export const withUnit = (name: string, unit: string, taxon?: string) =>
  [taxon === undefined ? name : `${name} of ${taxon}`, ...(name.toLowerCase() === unit ? [] : [unit])].join(', ')
