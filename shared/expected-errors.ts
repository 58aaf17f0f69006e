import type { AcceptanceScope, JudgedProbe } from './contracts/bulk-acceptances.ts'
import { wilsonInterval } from './statistics/wilson.ts'

/** First hundredth at or above a probability. Numbers such as 0.29 are just above their hundredth in binary. */
export const binFrom = (least: number): number => Math.min(99, Math.ceil(least * 100 - 1e-9))

export interface ExpectedErrors {
  judged: number
  wrong: number
  /** Share of errors with Wilson's 95 % interval; null when no probe of the scope was judged. */
  share: { value: number; low: number; high: number } | null
}

/**
 * Share of errors to expect among the waiting suggestions of a scope. Only probes drawn from the whole scope count: of two draws, the one from a smaller
 * scope would weigh its part more.
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

/** Whether a draw from some labels, or from all, was a draw from others too. */
export const covers = (drawn: readonly string[] | null, wanted: readonly string[] | undefined): boolean =>
  drawn === null || wanted?.every(id => drawn.includes(id)) === true
