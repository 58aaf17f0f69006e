import type { AcceptanceScope, JudgedProbe } from './contracts/bulk-acceptances.ts'
import { wilsonInterval } from './statistics/wilson.ts'

/** First whole hundredth at or above a probability, at most 99. In floating point, products such as 0.07 · 100 slightly exceed the whole number. */
export const binFrom = (least: number): number => Math.min(99, Math.ceil(least * 100 - 1e-9))

export interface ExpectedErrors {
  judged: number
  wrong: number
  /** Share of errors with Wilson's 95 % interval; null without a judged probe in the scope. */
  share: { value: number; low: number; high: number } | null
}

/**
 * Estimates the share of errors among the waiting suggestions of a scope. Only probes from draws that cover the whole scope count. A draw from a
 * part of the scope would give that part too much weight.
 */
export function expectedErrors(probes: readonly JudgedProbe[], { least, labelIds }: AcceptanceScope): ExpectedErrors {
  const from = binFrom(least)
  const some = probes.filter(
    ({ bin, labelId, drawnFrom }) =>
      bin >= from && (!labelIds || labelIds.includes(labelId)) && drawnFrom.bin <= from && covers(drawnFrom.labelIds, labelIds)
  )
  const wrong = some.filter(({ isWrong }) => isWrong).length
  return {
    judged: some.length,
    wrong,
    share: some.length === 0 ? null : { value: wrong / some.length, ...wilsonInterval(wrong, some.length) }
  }
}

/** Whether a draw from some labels, or from all (null), covers the requested labels. */
export const covers = (drawn: readonly string[] | null, wanted: readonly string[] | undefined): boolean =>
  drawn === null || wanted?.every(id => drawn.includes(id)) === true
