import type { AiReport, Interval } from '../../../shared/contracts/ai-models.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'

/** Share with its 95 % interval: "82 % (75–88)". A test of a single group has no interval. */
export const intervalWords = ({ value, low, high }: Interval): string =>
  low === null || high === null
    ? formatPercent(value)
    : `${formatPercent(value)} (${formatNumber(100 * low, 0)}–${formatNumber(100 * high, 0)})`

/** Number of tested items below which a result is shown as a count. */
export const fewTested = 20

/** Accuracy of a test, or the count of correct items when few were tested. */
export const reportWords = ({ accuracy, count }: Pick<AiReport, 'accuracy' | 'count'>): string =>
  count < fewTested ? `${formatNumber(accuracy.value * count, 0)} of ${formatNumber(count, 0)}` : intervalWords(accuracy)
