import { type AuditStrata, type AuditWeights, addPredicted, auditWeights, emptyStrata } from '../../../shared/statistics/audit-strata.ts'
import type { AuditedTally, CoverTally } from '../../../shared/statistics/corrected-cover.ts'
import type { Database } from '../storage/database.ts'
import { type CoverImage, type CoverPoint, coverImages } from './cover-points.ts'

/** Sums of the accepted points of one image, with weights. */
type AuditSums = Omit<AuditedTally, 'errors' | 'others'> & {
  errors: number[]
  others: { weight: number; squares: number; errors: number[] }
}

/** Sums of one image, by place of the taxon. */
export interface GroupedTally {
  /** Key of the group; null without one. */
  key: string | null
  labelled: number
  labels: number[]
  predicted: number
  probabilities: number[]
  heldOut: number
  heldOutLabels: number[]
  heldOutProbabilities: number[]
  leftOut: number
  /** Sums with the weights over all images; null without ended audits. */
  audited: AuditSums | null
  /** As `audited`, with the weights over the images in the group. Null without groups. */
  auditedInGroup: AuditSums | null
}

export type AuditScope = 'audited' | 'auditedInGroup'

/** Weights of the blind labels, over all images and in each group. */
export interface CoverWeights {
  all: AuditWeights
  ofGroup(key: string | null): AuditWeights | null
}

/** Computes the weights of the blind labels from the points of all images. @returns null without ended audits */
export async function weightsOf(db: Database, reading: Parameters<typeof coverImages>[1]): Promise<CoverWeights | null> {
  if (reading.audits.acceptances.length === 0) return null
  const all = emptyStrata()
  const groups = new Map<string | null, AuditStrata>()
  for await (const { key, points } of coverImages(db, reading)) {
    const group = groups.get(key) ?? emptyStrata()
    groups.set(key, group)
    for (const { labelId, cell, accepted } of points) {
      if (labelId !== null || cell === null) continue
      const acceptance = accepted && { id: accepted.acceptance, isPair: accepted.blindLabelId !== null }
      addPredicted(all, cell, acceptance)
      if (reading.grouping) addPredicted(group, cell, acceptance)
    }
  }
  const weights = new Map(Array.from(groups, ([key, strata]) => [key, auditWeights(strata)]))
  return { all: auditWeights(all), ofGroup: key => (reading.grouping ? (weights.get(key) ?? null) : null) }
}

export interface Places {
  /** Place of the taxon of each class of the model. */
  classPlaces: readonly number[]
  /** Place of the taxon that an independent label counts as. */
  placeOf(labelId: string): number
  /** Place of the taxon that a blind label counts as. */
  blindPlaceOf(labelId: string): number
}

const emptySums = (weights: AuditWeights | null | undefined): AuditSums | null =>
  weights ? { points: 0, pairs: 0, weight: 0, errors: [], others: { weight: 0, squares: 0, errors: [] } } : null

/** Sums the points of one image. */
export function tallyOf(image: CoverImage, weights: CoverWeights | null, places: Places): GroupedTally {
  const ofGroup = weights?.ofGroup(image.key)
  const tally: GroupedTally = {
    ...{ key: image.key, labelled: 0, labels: [], predicted: 0, probabilities: [] },
    ...{ heldOut: 0, heldOutLabels: [], heldOutProbabilities: [], leftOut: 0 },
    ...{ audited: emptySums(weights?.all), auditedInGroup: emptySums(ofGroup) }
  }
  for (const point of image.points) {
    count(tally, point, image.isHeldOut, places)
    if (weights) countAudited(tally.audited, weights.all, point, image.isHeldOut, places)
    if (ofGroup) countAudited(tally.auditedInGroup, ofGroup, point, image.isHeldOut, places)
  }
  return tally
}

/** Counts one sample point. */
function count(tally: GroupedTally, { labelId, probabilities }: CoverPoint, isHeldOut: boolean, { classPlaces, placeOf }: Places): void {
  if (labelId === null && !probabilities) {
    tally.leftOut++
    return
  }
  if (labelId === null) {
    tally.predicted++
    addProbabilities(tally.probabilities, probabilities, classPlaces)
    return
  }
  const place = placeOf(labelId)
  tally.labelled++
  tally.labels[place] = (tally.labels[place] ?? 0) + 1
  if (!probabilities || !isHeldOut) return
  tally.heldOut++
  tally.heldOutLabels[place] = (tally.heldOutLabels[place] ?? 0) + 1
  addProbabilities(tally.heldOutProbabilities, probabilities, classPlaces)
}

/** Counts one sample point for the correction with blind labels. */
function countAudited(
  sums: AuditSums | null,
  weights: AuditWeights,
  { labelId, probabilities, cell, accepted }: CoverPoint,
  isHeldOut: boolean,
  { classPlaces, placeOf, blindPlaceOf }: Places
): void {
  if (!sums || !probabilities || cell === null) return
  if (labelId !== null) {
    if (!isHeldOut) return
    const weight = weights.held(cell)
    sums.others.weight += weight
    sums.others.squares += weight ** 2
    addError(sums.others.errors, weight, placeOf(labelId), probabilities, classPlaces)
    return
  }
  const weight = accepted && weights.pair.get(accepted.acceptance)
  if (!accepted || weight == null) return
  sums.points++
  if (accepted.blindLabelId === null) return
  sums.pairs++
  sums.weight += weight
  addError(sums.errors, weight, blindPlaceOf(accepted.blindLabelId), probabilities, classPlaces)
}

function addProbabilities(sums: number[], probabilities: Float64Array | null, classPlaces: readonly number[]): void {
  for (const [index, place] of classPlaces.entries()) sums[place] = (sums[place] ?? 0) + (probabilities?.[index] ?? 0)
}

/** Adds the weighted error of one prediction. */
function addError(errors: number[], weight: number, place: number, probabilities: Float64Array, classPlaces: readonly number[]): void {
  errors[place] = (errors[place] ?? 0) + weight
  for (const [index, at] of classPlaces.entries()) errors[at] = (errors[at] ?? 0) - weight * (probabilities[index] ?? 0)
}

/** Returns a tally for `correctedCover`, with the points that cannot be scored at the last place. */
export function dense(tally: GroupedTally, audited: AuditSums | null, taxa: number): CoverTally {
  const values = (sums: readonly number[]) => Float64Array.from({ length: taxa }, (_, place) => sums[(place + 1) % taxa] ?? 0)
  return {
    labelled: { points: tally.labelled, labels: values(tally.labels) },
    predicted: { points: tally.predicted, probabilities: values(tally.probabilities) },
    heldOut: { points: tally.heldOut, labels: values(tally.heldOutLabels), probabilities: values(tally.heldOutProbabilities) },
    ...(audited && {
      audited: {
        ...audited,
        errors: values(audited.errors),
        others: { ...audited.others, errors: values(audited.others.errors) }
      }
    })
  }
}
