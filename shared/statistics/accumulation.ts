import { chaoRichness } from './chao.ts'
import { type CurvePoint, countClasses, curveSizes, interpolate } from './interpolation.ts'
import { tallyOf } from './tally.ts'

/**
 * Sample-based accumulation of taxa, computed exactly: the mean over all orders of the samples (images, transects), without random draws. S(k) = S −
 * Σ C(T − t, k)/C(T, k). T is `samples`, and t is the number of samples with a taxon (`incidences`, one number per taxon; 0 = not seen). The standard
 * deviation uses Chao2 (with the factor (T − 1)/T) as the richness of the community. Samples in which nothing was found are included in T. Label the
 * axis "samples". Empty without samples; about one hundred sizes by default. Source: Colwell, Mao & Chang 2004 (Mao's tau), doi:10.1890/03-0557;
 * Colwell et al. 2012, doi:10.1093/jpe/rtr044.
 * @throws RangeError when a taxon is in more samples than there are, or a size is not a whole number of 0–T
 */
export function accumulationCurve(incidences: Iterable<number>, samples: number, sizes = curveSizes(samples)): CurvePoint[] {
  const kept = [...incidences]
  const tally = tallyOf(kept)
  const classes = countClasses(kept)
  for (const held of classes.keys()) if (held > samples) throw new RangeError(`A taxon cannot be in ${held} of ${samples} samples`)
  const richness = samples === 0 ? null : chaoRichness(tally, { form: 'classic', drawn: samples })
  return sizes.map(size => {
    if (!(Number.isInteger(size) && size >= 0 && size <= samples)) throw new RangeError(`${size} cannot be drawn from ${samples} samples`)
    return interpolate(classes, samples, size, richness?.estimate ?? null)
  })
}
