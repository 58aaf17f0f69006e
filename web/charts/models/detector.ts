/**
 * Binormal model of a detector. Scores are normally distributed, with mean 0 for empty crops and mean `separation` for crops with the animal. Both
 * standard deviations are 1. A crop is flagged if its score is above the threshold.
 */
export type Detector = {
  /** Distance between the two means, in standard deviations. */
  separation: number
  /** Share of crops that contain the animal, 0–1. */
  prevalence: number
}

export type OperatingPoint = { recall: number; falseAlarmRate: number; precision: number; flagged: number }

export function operatingPoint({ separation, prevalence }: Detector, threshold: number): OperatingPoint {
  const recall = upperTail(threshold - separation)
  const falseAlarmRate = upperTail(threshold)
  const flagged = prevalence * recall + (1 - prevalence) * falseAlarmRate
  return { recall, falseAlarmRate, precision: flagged > 0 ? (prevalence * recall) / flagged : 1, flagged }
}

/** Score threshold for a given recall, between 0 and 1 (exclusive). */
export function thresholdForRecall({ separation }: Detector, recall: number): number {
  let low = separation - 9
  let high = separation + 9
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (upperTail(middle - separation) > recall) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Probability that a standard normal value is above `x`; error below 1e-7 (Abramowitz & Stegun 26.2.17). */
export function upperTail(x: number): number {
  if (x < 0) return 1 - upperTail(-x)
  const t = 1 / (1 + 0.2316419 * x)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}
