import { wilsonInterval } from './wilson.ts'

/** Sample of accepted labels that was judged blind. */
export interface JudgedSample {
  /** Number of labels that the sample was drawn from. */
  accepted: number
  /** Number of labels that were judged right or wrong, at least 1. */
  judged: number
  wrong: number
  /** Number of the wrong labels that are still there. */
  left: number
}

/** Estimated number of wrong labels that remain after an audit, with its interval. The numbers are not rounded. */
export interface AuditResidual {
  /** null when no error was found and not every label was judged: zero is not claimed then. */
  value: number | null
  low: number
  high: number
}

/**
 * Estimates the number of wrong labels that remain after an audit. The share of errors, with Wilson's 95 % interval, is applied to the labels
 * outside the sample. The wrong labels within the sample that are still there are added. Without an error in k labels, the upper bound of the share
 * is the rule of three, 3/k.
 */
export function auditResidual({ accepted, judged, wrong, left }: JudgedSample): AuditResidual {
  const outside = Math.max(0, accepted - judged)
  if (wrong === 0) return { value: outside === 0 ? left : null, low: left, high: left + outside * Math.min(1, 3 / judged) }
  const { low, high } = wilsonInterval(wrong, judged)
  return { value: left + (outside * wrong) / judged, low: left + outside * low, high: left + outside * high }
}
