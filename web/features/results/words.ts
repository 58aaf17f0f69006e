import type { Abundance, ResultsQuery, Summary } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { formatNumber, formatQuantity, formatSignificant } from '../../ui/format.ts'
import { texts } from './texts.tsx'
import type { Review } from './use-results-address.ts'

export const plainGroupings = Object.keys(texts.groupings)

export function groupingWords(groupBy = 'image'): { option: string; one: string; many: string } {
  return texts.groupings[groupBy] ?? texts.columnGrouping(groupBy.slice('metadata:'.length))
}

type Effort = Pick<Summary['all'], 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters'>

/** Describes the effort. For images without a known scale, the text names the `part` that leaves them out. */
export function effortOf(
  { images: count, imagesOnlyMarked, imagesWithArea, areaSquareMeters }: Effort,
  part = texts.effort.density
): string {
  const { effort: words } = texts
  const images = words.images(count, imagesOnlyMarked)
  if (areaSquareMeters === null) return words.withoutScale(images)
  const without = count - imagesWithArea
  const area = formatQuantity(areaSquareMeters, 'm²')
  return without > 0 ? words.partlyWithArea(images, area, imagesWithArea, without, part) : words.withArea(images, area)
}

/** Returns the method note on the images that count as effort. */
export const effortMethod = (review: Review): Method => ({
  formula: texts.effort.formula,
  note: review === 'all' ? texts.effort.noteAll : texts.effort.note
})

/** Describes the counted annotations, for the line above a figure. */
export function filterWords({ rank, countAttribute, asOneTaxon }: ResultsQuery, review: Review): string {
  const { filter: words } = texts
  return [
    texts.reviews[review].phrase,
    asOneTaxon ? words.asOneTaxon : rank ? words.byRank(rank) : words.asLabelled,
    countAttribute ? words.individualsFrom(countAttribute) : words.onePerAnnotation,
    words.noRejected
  ].join(', ')
}

/** Returns the warnings about a result; empty without any. */
export function warningsOf(
  remarks: Pick<
    Abundance,
    'unnamedIndividuals' | 'leftOutIndividuals' | 'nestedTaxa' | 'imagesNotLookedAt' | 'pendingMarks' | 'blindSessions'
  >,
  rank = ''
): string[] {
  const { unnamedIndividuals, leftOutIndividuals, nestedTaxa, imagesNotLookedAt, pendingMarks = 0, blindSessions } = remarks
  const { warnings: words } = texts
  const warnings: string[] = []
  if (pendingMarks > 0) warnings.push(words.pendingMarks(pendingMarks))
  if (blindSessions) warnings.push(blindSessionWords(blindSessions))
  if (nestedTaxa > 0) warnings.push(words.nestedTaxa(nestedTaxa))
  if (leftOutIndividuals > 0) warnings.push(words.leftOut(leftOutIndividuals, rank || words.taxon))
  if (unnamedIndividuals > 0) warnings.push(words.unnamed(unnamedIndividuals))
  return [...warnings, ...effortWarnings(imagesNotLookedAt)]
}

function blindSessionWords({ marks, things, notSettled }: NonNullable<Abundance['blindSessions']>): string {
  const { warnings: words } = texts
  return notSettled > 0 ? words.blindSessionsNotSettled(marks, things, notSettled) : words.blindSessions(marks, things)
}

export const effortWarnings = (imagesNotLookedAt: number): string[] =>
  imagesNotLookedAt === 0 ? [] : [texts.warnings.notExamined(imagesNotLookedAt)]

/** Number of decimals, or three significant digits for values of any magnitude. */
export type Digits = number | 'significant'

/** Formats a number with fixed decimals, as in a table column. */
export function toDigits(value: number, digits: Digits): string {
  if (digits === 'significant') return formatSignificant(value)
  return digits === 0 ? formatNumber(value, 0) : value.toFixed(digits).replace('-', '−')
}

/** Returns the name of a figure with its unit: `Density of Gadus morhua, individuals per m²`. A unit equal to the name is left out. */
export const withUnit = (name: string, unit: string, taxon?: string) =>
  [taxon === undefined ? name : texts.figure.nameOf(name, taxon), ...(name.toLowerCase() === unit ? [] : [unit])].join(', ')
