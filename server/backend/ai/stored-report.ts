import type { AiReport } from '../../../shared/contracts/ai-models.ts'
import type { Interval } from '../../../shared/contracts/interval.ts'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'

/**
 * Reads a stored report and replaces its zero-width intervals, which would suggest certainty. Such intervals occur when all bootstrap draws agree.
 * A proportion then gets Wilson's interval, and any other metric gets none.
 */
export function reportOf({ report }: { report: string | null }): AiReport | null {
  if (report === null) return null
  const stored = JSON.parse(report) as AiReport
  const hits = stored.classes.reduce((sum, each) => sum + each.hits, 0)
  return {
    ...stored,
    accuracy: ofShare(stored.accuracy, hits, stored.count),
    macroF1: ofValue(stored.macroF1),
    kappa: ofValue(stored.kappa),
    classes: stored.classes.map(each => ({
      ...each,
      precision: each.precision && ofShare(each.precision, each.hits, each.predicted),
      recall: each.recall && ofShare(each.recall, each.hits, each.support)
    }))
  }
}

const hasNoWidth = ({ low, high }: Interval): boolean => low !== null && low === high

/** Computes the proportion of `hits` in `count` with Wilson's 95 % interval. The interval assumes that the labels are independent. */
export const wilsonShare = (hits: number, count: number): Interval => ({ value: hits / count, ...wilsonInterval(hits, count) })

const ofShare = (interval: Interval, hits: number, count: number): Interval =>
  hasNoWidth(interval) && count > 0 ? wilsonShare(hits, count) : interval

const ofValue = (interval: Interval): Interval => (hasNoWidth(interval) ? { ...interval, low: null, high: null } : interval)
