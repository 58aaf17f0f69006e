import type { AiReport, Interval } from '../../../shared/contracts/ai-models.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'

/** Share with its 95 % interval: "82 % (75–88)". A test of a single group has no interval. */
export const intervalWords = ({ value, low, high }: Interval): string =>
  low === null || high === null
    ? formatPercent(value)
    : `${formatPercent(value)} (${formatNumber(100 * low, 0)}–${formatNumber(100 * high, 0)})`

/** Tested items below which a figure is a count. */
export const fewTested = 20

/** Share of a test that was correct, as a count for few items. */
export const reportWords = ({ accuracy, count }: Pick<AiReport, 'accuracy' | 'count'>): string =>
  count < fewTested ? `${formatNumber(accuracy.value * count, 0)} of ${formatNumber(count, 0)}` : intervalWords(accuracy)
