import type { Abundance, ResultsQuery, Summary } from '../../../shared/contracts/results.ts'
import type { Method } from '../../charts/chart-figure.tsx'
import { formatNumber, formatQuantity, formatSignificant } from '../../ui/format.ts'
import { texts } from './texts.tsx'
import type { Review } from './use-results-address.ts'

export const plainGroupings = Object.keys(texts.groupings)

export function groupingWords(groupBy = 'image'): { option: string; one: string; many: string } {
  return texts.groupings[groupBy] ?? texts.columnGrouping(groupBy.slice('metadata:'.length))
}

type Effort = Pick<Summary['all'], 'images' | 'imagesOnlyMarked' | 'imagesWithArea' | 'areaSquareMeters' | 'events'>

/** Describes the effort. For images without a known scale, the text names the `part` that leaves them out. */
export function effortOf(
  { images: count, imagesOnlyMarked, imagesWithArea, areaSquareMeters, events }: Effort,
  part = texts.effort.density
): string {
  const { effort: words } = texts
  if (events !== undefined) {
    const ofImages = count > 0 ? [effortOf({ images: count, imagesOnlyMarked, imagesWithArea, areaSquareMeters }, part)] : []
    return [words.events(events), ...ofImages].join('; ')
  }
  const images = words.images(count, imagesOnlyMarked)
  if (areaSquareMeters === null) return words.withoutScale(images)
  const without = count - imagesWithArea
  const area = formatQuantity(areaSquareMeters, 'm²')
  return without > 0 ? words.partlyWithArea(images, area, imagesWithArea, without, part) : words.withArea(images, area)
}

/** Returns the method notes on the images and sampling events that count as effort. */
export function effortMethods({ records = 'annotations' }: ResultsQuery, review: Review): Method[] {
  const { effort: words } = texts
  const ofImages = { formula: words.formula, note: review === 'all' ? words.noteAll : words.note }
  const ofEvents = { formula: words.formulaOfEvents }
  return [...(records === 'observations' ? [] : [ofImages]), ...(records === 'annotations' ? [] : [ofEvents])]
}

/** Describes the records that count, as sentences for the line above a figure. */
export function filterWords(query: ResultsQuery, review: Review): string {
  const { rank, countAttribute, asOneTaxon, records = 'annotations', includeOutside } = query
  const { filter: words } = texts
  const taxa = asOneTaxon ? words.asOneTaxon : rank ? words.byRank(rank) : words.asLabelled
  const ways = [taxa, countAttribute ? words.individualsFrom(countAttribute) : words.onePerAnnotation, words.noRejected].join(', ')
  const source = includeOutside ? words.byAll : words.byTeam
  if (records === 'observations') return words.observations(source, taxa)
  const { phrase } = texts.reviews[review]
  return records === 'both' ? words.both(phrase, source, ways) : words.annotations(phrase, ways)
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

/** Number of decimal places, or three significant digits for values of any magnitude. */
export type Digits = number | 'significant'

/** Formats a number with fixed decimals, as in a table column. */
export function toDigits(value: number, digits: Digits): string {
  if (digits === 'significant') return formatSignificant(value)
  return digits === 0 ? formatNumber(value, 0) : value.toFixed(digits).replace('-', '−')
}

/** Returns the name of a figure with its unit: `Density of Gadus morhua, individuals per m²`. A unit equal to the name is left out. */
export const withUnit = (name: string, unit: string, taxon?: string) =>
  [taxon === undefined ? name : texts.figure.nameOf(name, taxon), ...(name.toLowerCase() === unit ? [] : [unit])].join(', ')
