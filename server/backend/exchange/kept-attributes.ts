/*
 * Facts of formats that have no column in the database are kept as attributes under these names. An export converts them back.
 */

/** Common to the annotations of one individual on several images. */
export const trackAttribute = 'track'
/** Confidence of a detector in the shape, where it differs from the confidence in the label. */
export const detectionConfidenceAttribute = 'detectionConfidence'
/** Labels besides the taken one: JSON of OtherLabel, the surest first. */
export const otherLabelsAttribute = 'otherLabels'
/** Number of a sample point on its image, from 1; such a point is not an individual. */
export const samplePointAttribute = 'samplePoint'
/** Label of an unnamed sample point, in formats where each annotation has one: its row is effort. */
export const unnamedPoint = 'Unnamed sample point'
/** Quantity of a taxon that was not counted, such as a percent cover, and its type: terms of Darwin Core. */
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

/** As many labels as an attribute can hold. */
export function otherLabelsText(labels: readonly OtherLabel[]): string {
  let text = ''
  for (const label of labels) {
    const longer = `${text}${text && ','}${JSON.stringify(label)}`
    if (longer.length + '[]'.length > longestValue) break
    text = longer
  }
  return `[${text}]`
}

/** @returns null for an attribute from elsewhere */
export function otherLabelsOf(value: unknown): OtherLabel[] | null {
  if (typeof value !== 'string' || !value.startsWith('[{"label":')) return null
  try {
    const labels: unknown = JSON.parse(value)
    return Array.isArray(labels) && labels.every(each => typeof each?.label === 'string') ? labels : null
  } catch {
    return null
  }
}
