/** Predictions whose probability falls in one bin. */
interface ReliabilityBin {
  /** Lower bound of the bin, inclusive, 0 to 1. */
  from: number
  /** Upper bound of the bin, exclusive; inclusive for the last bin. */
  to: number
  count: number
  /** Number of correct predictions. */
  hits: number
  /** Sum of the predicted probabilities. */
  sum: number
}

/** Prediction with its probability, 0 to 1, and whether it is correct. */
export interface Judged {
  probability: number
  isRight: boolean
}

/** Sorts predictions into bins of equal width. */
export function reliabilityBins(predictions: Iterable<Judged>, count: number): ReliabilityBin[] {
  const bins = Array.from({ length: count }, (_, bin) => ({ from: bin / count, to: (bin + 1) / count, count: 0, hits: 0, sum: 0 }))
  for (const { probability, isRight } of predictions) {
    const bin = bins[Math.min(count - 1, Math.floor(probability * count))]
    if (!bin) continue
    bin.count++
    bin.sum += probability
    if (isRight) bin.hits++
  }
  return bins
}

/**
 * Computes the expected calibration error, 0 to 1: Σ_b n_b/n · |hits_b/n_b − mean probability_b| over the bins b, for n predictions.
 * It is 0 if there are no predictions.
 * Source: Naeini, Cooper & Hauskrecht 2015, doi:10.1609/aaai.v29i1.9602; Guo, Pleiss, Sun & Weinberger 2017, equation 3, arXiv:1706.04599.
 */
export function expectedCalibrationError(bins: readonly Pick<ReliabilityBin, 'count' | 'hits' | 'sum'>[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  return bins.reduce((sum, bin) => sum + Math.abs(bin.hits - bin.sum), 0) / Math.max(1, total)
}
