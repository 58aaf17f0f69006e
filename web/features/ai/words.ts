import type { AiReport, TriedDictionary } from '../../../shared/contracts/ai-models.ts'
import type { Interval } from '../../../shared/contracts/interval.ts'
import { fewTests } from '../../../shared/few-tests.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'
import { texts } from './texts.ts'

/**
 * Formats a share with its 95 % interval: "82 % (75–88)". Where whole percentages would hide a difference, all numbers have one decimal, and
 * the interval is rounded outwards: "99.6 % (97.8–99.9)". A test of a single group has no interval.
 */
export function intervalWords({ value, low, high }: Interval): string {
  if (low === null || high === null) return formatPercent(value)
  const whole = [low, value, high].map(share => Math.round(100 * share))
  const isWhole = (share: number, percent: number | undefined) =>
    percent !== undefined && (percent === 0) === (share === 0) && (percent === 100) === (share === 1)
  const hidden =
    ![low, value, high].every((share, place) => isWhole(share, whole[place])) ||
    (low < value && whole[0] === whole[1]) ||
    (value < high && whole[1] === whole[2])
  if (!hidden) return `${formatPercent(value)} (${formatNumber(100 * low, 0)}–${formatNumber(100 * high, 0)})`
  const tenths = (share: number, round: (tenths: number) => number) => round(Number((1000 * share).toFixed(6))) / 10
  const shown = value === 0 || value === 1 ? 100 * value : Math.min(99.9, Math.max(0.1, tenths(value, Math.round)))
  return `${formatPercent(shown / 100, 1)} (${formatNumber(tenths(low, Math.floor), 1)}–${formatNumber(tenths(high, Math.ceil), 1)})`
}

/** Formats the accuracy of a test, or the count of correct items if only a few were tested. */
export const reportWords = ({ accuracy, count }: Pick<AiReport, 'accuracy' | 'count'>): string =>
  count < fewTests ? `${formatNumber(accuracy.value * count, 0)} of ${formatNumber(count, 0)}` : intervalWords(accuracy)

/** Describes whether a version uses a dictionary, and why. Shares below 1 have one decimal and are never shown as “100 %”. */
export function dictionaryWords(tried: TriedDictionary | null): string {
  const words = texts.card.dictionaryOf
  if (!tried) return words.none
  if (!tried.comparison) return tried.sha256 === null ? words.tooMany : words.fewGroups
  const { standard, dictionary, count } = tried.comparison
  const percent = (share: number) => formatPercent(share === 1 ? 1 : Math.min(0.999, share), share === 1 ? 0 : 1)
  const figures = [percent(dictionary), percent(standard), count] as const
  return tried.isUsed ? words.used(...figures) : words.worse(...figures)
}
