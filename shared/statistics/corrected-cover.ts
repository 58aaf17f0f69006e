import { type Generator, randomInteger, seededGenerator } from '../sampling/seeded-random.ts'
import { quantile } from './quantile.ts'

/**
 * Sums over the sample points of one image, by taxon. The last taxon stands for points that cannot be scored. `labelled` has the points with a label
 * that a person gave without a suggestion. `predicted` has the probabilities of the other points. `heldOut` has the labelled points outside the
 * training of the model, as labelled and as predicted. `audited` is absent without an ended audit of accepted points.
 */
export interface CoverTally {
  labelled: { points: number; labels: ArrayLike<number> }
  predicted: { points: number; probabilities: ArrayLike<number> }
  heldOut: { points: number; labels: ArrayLike<number>; probabilities: ArrayLike<number> }
  audited?: AuditedTally
}

/**
 * Sums of one image over accepted points with an ended blind audit, which are predicted points too. A pair is such a point with a blind label.
 * Errors are weighted sums of 1[y = c] − P(c), with the weights of `auditWeights`. `others` sums over the held-out points; `squares` sums their
 * squared weights.
 */
export interface AuditedTally {
  points: number
  pairs: number
  weight: number
  errors: ArrayLike<number>
  others: { weight: number; squares: number; errors: ArrayLike<number> }
}

/** Share of the scorable points. The ends of its 95 % interval are null with fewer than two images. */
export interface CoverEstimate {
  share: number
  low: number | null
  high: number | null
}

/** Reason why a cover cannot be corrected. */
export type CoverObstacle = 'noPredictions' | 'fewPoints' | 'fewImages'

/** `audited`: with a blind label. `accepted`: corrected with blind labels; 0 if accepted points are corrected like the other predicted points. */
interface Counts {
  labelled: number
  predicted: number
  heldOut: number
  accepted: number
  audited: number
}

export interface CorrectedCover {
  points: Counts
  images: Counts
  obstacle: CoverObstacle | null
  /** Cover of each taxon, without the last one. Null where it cannot be computed. */
  human: CoverEstimate[] | null
  machine: CoverEstimate[] | null
  corrected: CoverEstimate[] | null
}

/** Minimum numbers of held-out points or of blind labels, and of images with them, for a correction. */
export const fewestHeldOut = { points: 20, images: 2 } as const
export const coverDraws = 1000
/** Largest share of the predicted points for which the error of all held-out points serves, if too few are comparable. */
const smallRest = 0.05
/** Maximum number of units to draw from. If there are more images, they are joined at random into this number of bundles. */
const mostUnits = 200

type Method = 'human' | 'machine' | 'corrected'

/**
 * Cover from labels, from predictions, and from predictions corrected by the error on held-out points.
 *
 * - human: mean over the labelled points of 1[y = c]
 * - machine: mean over the predicted and the held-out points of P(c)
 * - corrected: labelled points count as labelled. Each other point counts P(c) + r(c), where r(c) is the mean over the held-out points of
 *   1[y = c] − P(c). Without training points, this equals the machine's mean plus r(c).
 * - corrected, with ended audits: an accepted point counts P(c) + rA(c), where rA(c) is the weighted mean over the pairs. The other predicted points
 *   count P(c) + rB(c), the weighted mean over the held-out points (`auditWeights`). With fewer than 20 pairs, or all pairs on one image, all points
 *   count as without an audit. The same holds if other points are left and the effective number of held-out points, (Σw)² / Σw², is below 20.
 *   Others that are at most 5 % of the predicted points then have the mean over all held-out points, which changes the cover by little.
 *
 * All are divided by the share of scorable points, estimated in the same way. Corrected shares may lie outside 0–1. The 95 % intervals are
 * percentiles of 1000 draws of images with replacement. Images with held-out points, other images with pairs, and all other images are drawn
 * separately. The same seed yields the same intervals. With more than 200 images of a kind, bundles of images are drawn instead. The variance stays
 * the same (random groups). The weights stay the same in all draws. A draw without a pair has no corrected share.
 *
 * Without an error among the pairs, no rule of three applies here. 1[y = c] − P(c) still varies, unless every P is 0 or 1. Only then does the
 * interval of rA(c) have zero width. The report of the audit states the bound 3/k.
 * Sources: Angelopoulos et al. 2023, doi:10.1126/science.adi6000; Kish 1965 for the effective number; Efron 1979, doi:10.1214/aos/1176344552.
 * @param taxa number of taxa, including the one that stands for points that cannot be scored
 */
export function correctedCover(tallies: readonly CoverTally[], taxa: number, seed: string): CorrectedCover {
  const count = (of: (tally: CoverTally) => number) => tallies.reduce((sum, tally) => sum + (of(tally) > 0 ? 1 : 0), 0)
  const images = {
    labelled: count(({ labelled }) => labelled.points),
    predicted: count(({ predicted, heldOut }) => predicted.points + heldOut.points),
    heldOut: count(({ heldOut }) => heldOut.points)
  }
  const points = {
    labelled: total(tallies, ({ labelled }) => labelled.points),
    predicted: total(tallies, ({ predicted }) => predicted.points),
    heldOut: total(tallies, ({ heldOut }) => heldOut.points)
  }
  const obstacle: CoverObstacle | null =
    points.predicted + points.heldOut === 0
      ? 'noPredictions'
      : points.heldOut < fewestHeldOut.points
        ? 'fewPoints'
        : images.heldOut < fewestHeldOut.images
          ? 'fewImages'
          : null
  const audits = obstacle === null ? audited(tallies) : null
  const isAudited = audits !== null
  const place = placesOf(taxa, audits)
  const units = tallies.map(tally => flat(tally, place))
  const sums = new Float64Array(place.size)
  for (const unit of units) add(sums, unit, place.size)
  const found = sharesOf(sums, place)
  if (obstacle) found.corrected = null
  const replicates = drawn(units, place, seededGenerator(seed))
  const estimates = (method: Method, ofImages: number): CoverEstimate[] | null => {
    const shares = found[method]
    if (!shares) return null
    const ends = ofImages < 2 ? null : endsOf(replicates, method, taxa - 1)
    return Array.from(shares, (share, taxon) => ({ share, low: ends?.[taxon]?.low ?? null, high: ends?.[taxon]?.high ?? null }))
  }
  return {
    points: {
      ...points,
      accepted: isAudited ? total(tallies, ({ audited }) => audited?.points) : 0,
      audited: total(tallies, ({ audited }) => audited?.pairs)
    },
    images: {
      ...images,
      accepted: isAudited ? count(({ audited }) => audited?.points ?? 0) : 0,
      audited: count(({ audited }) => audited?.pairs ?? 0)
    },
    obstacle,
    human: estimates('human', images.labelled),
    machine: estimates('machine', images.predicted),
    corrected: estimates('corrected', images.heldOut)
  }
}

const total = (tallies: readonly CoverTally[], of: (tally: CoverTally) => number | undefined): number =>
  tallies.reduce((sum, tally) => sum + (of(tally) ?? 0), 0)

/** Held-out points for the error of the points that no audit corrects: those comparable with them, by weight, or all alike. */
type HeldOutFor = 'comparable' | 'all'

/** Returns the held-out points for the rest if audits correct the accepted points, with enough pairs and enough held-out points. Otherwise null. */
function audited(tallies: readonly CoverTally[]): HeldOutFor | null {
  const images = (of: (audited: AuditedTally) => number) => tallies.filter(({ audited }) => audited && of(audited) > 0).length
  const isEnough = (points: number, on: number) => points >= fewestHeldOut.points && on >= fewestHeldOut.images
  const pairs = total(tallies, ({ audited }) => audited?.pairs)
  if (
    !isEnough(
      pairs,
      images(audited => audited.pairs)
    )
  )
    return null
  const rest = total(tallies, ({ predicted, audited }) => predicted.points - (audited?.points ?? 0))
  const weight = total(tallies, ({ audited }) => audited?.others.weight)
  const squares = total(tallies, ({ audited }) => audited?.others.squares)
  const isComparable =
    rest === 0 ||
    isEnough(
      squares === 0 ? 0 : weight ** 2 / squares,
      images(({ others }) => others.weight)
    )
  if (isComparable) return 'comparable'
  return rest <= smallRest * total(tallies, ({ predicted }) => predicted.points) ? 'all' : null
}

/** Places of the sums of a tally in one array. The sums over held-out points come last, so that other images can omit them. */
function placesOf(taxa: number, heldOutFor: HeldOutFor | null) {
  const isAudited = heldOutFor !== null
  const audit = isAudited ? taxa + 2 : 0
  const withoutHeldOut = 2 * taxa + 2 + audit
  const size = withoutHeldOut + 2 * taxa + 1
  return {
    taxa,
    isAudited,
    takesAll: heldOutFor === 'all',
    labels: 0,
    probabilities: taxa,
    labelled: 2 * taxa,
    predicted: 2 * taxa + 1,
    auditErrors: 2 * taxa + 2,
    auditWeight: 3 * taxa + 2,
    accepted: 3 * taxa + 3,
    withoutHeldOut,
    heldLabels: withoutHeldOut,
    heldProbabilities: withoutHeldOut + taxa,
    heldOut: withoutHeldOut + 2 * taxa,
    otherErrors: size,
    otherWeight: size + taxa,
    size: isAudited ? size + taxa + 1 : size
  }
}

type Places = ReturnType<typeof placesOf>

function flat({ labelled, predicted, heldOut, audited }: CoverTally, place: Places): Float64Array {
  const unit = new Float64Array(place.size)
  unit.set(labelled.labels, place.labels)
  unit.set(predicted.probabilities, place.probabilities)
  unit[place.labelled] = labelled.points
  unit[place.predicted] = predicted.points
  unit.set(heldOut.labels, place.heldLabels)
  unit.set(heldOut.probabilities, place.heldProbabilities)
  unit[place.heldOut] = heldOut.points
  if (place.takesAll) {
    for (let taxon = 0; taxon < place.taxa; taxon++)
      unit[place.otherErrors + taxon] = (heldOut.labels[taxon] ?? 0) - (heldOut.probabilities[taxon] ?? 0)
    unit[place.otherWeight] = heldOut.points
  }
  if (!place.isAudited || !audited) return unit
  unit.set(audited.errors, place.auditErrors)
  unit[place.auditWeight] = audited.weight
  unit[place.accepted] = audited.points
  if (place.takesAll) return unit
  unit.set(audited.others.errors, place.otherErrors)
  unit[place.otherWeight] = audited.others.weight
  return unit
}

function add(sums: Float64Array, unit: Float64Array, size: number): void {
  for (let at = 0; at < size; at++) sums[at] = (sums[at] ?? 0) + (unit[at] ?? 0)
}

type Shares = Record<Method, Float64Array | null>

/** Computes the shares of all taxa by each method from sums over images. */
function sharesOf(sums: Float64Array, place: Places): Shares {
  const at = (index: number) => sums[index] ?? 0
  const [labelled, predicted, heldOut] = [at(place.labelled), at(place.predicted), at(place.heldOut)]
  const shares = (of: (taxon: number) => number): Float64Array | null => {
    const scorable = 1 - of(place.taxa - 1)
    return scorable > 0 ? Float64Array.from({ length: place.taxa - 1 }, (_, taxon) => of(taxon) / scorable) : null
  }
  const error = errorsOf(sums, place)
  return {
    human: labelled === 0 ? null : shares(taxon => at(place.labels + taxon) / labelled),
    machine:
      predicted + heldOut === 0
        ? null
        : shares(taxon => (at(place.probabilities + taxon) + at(place.heldProbabilities + taxon)) / (predicted + heldOut)),
    corrected:
      heldOut === 0 || !error
        ? null
        : shares(taxon => (at(place.labels + taxon) + at(place.probabilities + taxon) + error(taxon)) / (labelled + predicted))
  }
}

/** Returns the error of the model added up over the predicted points, by taxon. Null if no error is known for the accepted or the other points. */
function errorsOf(sums: Float64Array, place: Places): ((taxon: number) => number) | null {
  const at = (index: number) => sums[index] ?? 0
  const [predicted, heldOut] = [at(place.predicted), at(place.heldOut)]
  if (!place.isAudited) return taxon => predicted * ((at(place.heldLabels + taxon) - at(place.heldProbabilities + taxon)) / heldOut)
  const [accepted, weight, otherWeight] = [at(place.accepted), at(place.auditWeight), at(place.otherWeight)]
  const others = predicted - accepted
  if ((accepted > 0 && weight === 0) || (others > 0 && otherWeight === 0)) return null
  const part = (points: number, errors: number, of: number) => (points === 0 ? 0 : (points * errors) / of)
  return taxon => part(accepted, at(place.auditErrors + taxon), weight) + part(others, at(place.otherErrors + taxon), otherWeight)
}

/** Draws images with replacement and computes the shares of each draw. */
function drawn(units: readonly Float64Array[], place: Places, next: Generator): Shares[] {
  const isHeldOut = (unit: Float64Array) => (unit[place.heldOut] ?? 0) > 0
  const hasPairs = (unit: Float64Array) => place.isAudited && (unit[place.auditWeight] ?? 0) > 0
  const held = bundled(units.filter(isHeldOut), place.size, next)
  const rest = units.filter(unit => !isHeldOut(unit))
  const others = [rest.filter(unit => !hasPairs(unit)), rest.filter(hasPairs)].map(kind => bundled(kind, place.withoutHeldOut, next))
  const sums = new Float64Array(place.size)
  return Array.from({ length: coverDraws }, () => {
    sums.fill(0)
    addDraws(sums, held, place.size, next)
    for (const kind of others) addDraws(sums, kind, place.withoutHeldOut, next)
    return sharesOf(sums, place)
  })
}

/** Adds as many units as there are, drawn with replacement. */
function addDraws(sums: Float64Array, units: readonly Float64Array[], size: number, next: Generator): void {
  for (let draw = 0; draw < units.length; draw++) {
    const unit = units[randomInteger(next, units.length)]
    if (unit) add(sums, unit, size)
  }
}

/** Joins images at random into bundles of nearly equal numbers of images. Up to 200 images stay separate. */
function bundled(units: readonly Float64Array[], size: number, next: Generator): readonly Float64Array[] {
  if (units.length <= mostUnits) return units
  const order = [...units]
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInteger(next, last + 1)
    const [one, two] = [order[last], order[other]]
    if (one && two) [order[last], order[other]] = [two, one]
  }
  const bundles = Array.from({ length: mostUnits }, () => new Float64Array(size))
  for (const [index, unit] of order.entries()) add(bundles[index % mostUnits] ?? unit, unit, size)
  return bundles
}

/** Returns the 2.5 % and 97.5 % quantiles of the draws, by taxon. Draws without a value are left out. */
function endsOf(replicates: readonly Shares[], method: Method, taxa: number): { low: number; high: number }[] | null {
  const values = replicates.flatMap(shares => shares[method] ?? [])
  if (values.length === 0) return null
  return Array.from({ length: taxa }, (_, taxon) => {
    const sorted = Float64Array.from(values, shares => shares[taxon] ?? Number.NaN).sort()
    return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
  })
}
