import type { AiReport, Interval } from '../../../shared/contracts/ai.ts'
import { formatNumber, formatPercent } from '../../ui/format.ts'

/** Share with its 95 % interval: "82 % (75–88)". */
export const intervalWords = ({ value, low, high }: Interval): string =>
  `${formatPercent(value)} (${formatNumber(100 * low, 0)}–${formatNumber(100 * high, 0)})`

/** Tested items below which a figure is a count. */
export const fewTested = 20
/** Groups below which an interval cannot be drawn. */
const fewestGroups = 2

/** Share of a test that was correct: a count for few items, and without interval for a single group. */
export function reportWords({ accuracy, count, groupCount }: AiReport): string {
  if (count < fewTested) return `${formatNumber(accuracy.value * count, 0)} of ${formatNumber(count, 0)}`
  return groupCount < fewestGroups ? formatPercent(accuracy.value) : intervalWords(accuracy)
}
