/** Quantile of the samples by the nearest-rank method. @param share 0–1 */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples')
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!
}

export const median = (samples: readonly number[]) => quantile(samples, 0.5)
