/*
 * Facts of formats that have no column in the database are kept as attributes under these names. An export converts them back.
 */

/** Track id that the annotations of one individual on several images share. */
export const trackAttribute = 'track'
/** Confidence of a detector in the shape, if it differs from the confidence in the label. */
export const detectionConfidenceAttribute = 'detectionConfidence'
/** Labels other than the imported one: JSON list of OtherLabel, by descending confidence. */
export const otherLabelsAttribute = 'otherLabels'
/** Number of a sample point on its image, from 1. A sample point is not an individual. */
export const samplePointAttribute = 'samplePoint'
/** Label of an unlabelled sample point, in formats where each annotation needs a label. Its row counts as effort. */
export const unnamedPoint = 'Unnamed sample point'
/** Quantity of a taxon in place of a count, such as percent cover. Its name and that of its type are Darwin Core terms. */
export const quantityAttribute = 'organismQuantity'
export const quantityTypeAttribute = 'organismQuantityType'
export const keptAttributes: readonly string[] = [
  ...[trackAttribute, detectionConfidenceAttribute, otherLabelsAttribute, samplePointAttribute, quantityAttribute, quantityTypeAttribute]
]

export interface OtherLabel {
  label: string
  confidence?: number
  annotator?: string
  at?: string
}

const longestValue = 1000

/** Converts labels to the text of an attribute, as many as it can hold. */
export function otherLabelsText(labels: readonly OtherLabel[]): string {
  let text = ''
  for (const label of labels) {
    const longer = `${text}${text && ','}${JSON.stringify(label)}`
    if (longer.length + '[]'.length > longestValue) break
    text = longer
  }
  return `[${text}]`
}

/** @returns null for an attribute that Isobath did not write */
export function otherLabelsOf(value: unknown): OtherLabel[] | null {
  if (typeof value !== 'string' || !value.startsWith('[{"label":')) return null
  try {
    const labels: unknown = JSON.parse(value)
    return Array.isArray(labels) && labels.every(each => typeof each?.label === 'string') ? labels : null
  } catch {
    return null
  }
}
