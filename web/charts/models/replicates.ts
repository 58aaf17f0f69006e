/** Probability of at least one detection in `samples` independent samples, each with probability `perSample`. */
export const chanceOfDetection = (perSample: number, samples: number): number => 1 - (1 - perSample) ** samples

/**
 * Number of independent samples needed to detect a species, where it is present, with a probability of at least `confidence`.
 * @throws RangeError when `perSample` or `confidence` is not between 0 and 1, exclusive
 */
export function samplesNeeded(perSample: number, confidence: number): number {
  if (!(perSample > 0 && perSample < 1 && confidence > 0 && confidence < 1)) throw new RangeError('Probabilities must lie between 0 and 1')
  return Math.ceil(Math.log(1 - confidence) / Math.log(1 - perSample) - 1e-9)
}
