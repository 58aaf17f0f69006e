/** Predictions whose probability lies in one bin. */
interface ReliabilityBin {
  /** Lowest probability of the bin, 0 to 1. */
  from: number
  /** Upper bound, which belongs to the next bin; 1 belongs to the last one. */
  to: number
  count: number
  /** Correct predictions of the bin. */
  hits: number
  /** Sum of the probabilities. */
  sum: number
}

/** Prediction with its probability, 0 to 1. */
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
 * Computes the expected calibration error, 0 to 1: Σ_b n_b/n · |hits_b/n_b − mean probability_b| over the bins b, of n predictions in all.
 * It is 0 without predictions.
 * Source: Naeini, Cooper & Hauskrecht 2015, doi:10.1609/aaai.v29i1.9602; Guo, Pleiss, Sun & Weinberger 2017, equation 3, arXiv:1706.04599.
 */
export function expectedCalibrationError(bins: readonly Pick<ReliabilityBin, 'count' | 'hits' | 'sum'>[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  return bins.reduce((sum, bin) => sum + Math.abs(bin.hits - bin.sum), 0) / Math.max(1, total)
}
