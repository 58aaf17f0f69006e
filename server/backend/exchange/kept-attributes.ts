/*
 * What formats say of an annotation and the database has no column for is kept among its attributes, under these names, and
 * becomes what it was when it is exported.
 */

/** The same on several images: the same individual. */
export const trackAttribute = 'track'
/** How sure a detector was that there is something, where it says that beside how sure it was of the name. */
export const detectionConfidenceAttribute = 'detectionConfidence'
/** Labels beside the one that was taken: JSON of OtherLabel, the surest first. */
export const otherLabelsAttribute = 'otherLabels'
/** Number of a sample point on its image, from 1: such a point is no individual. */
export const samplePointAttribute = 'samplePoint'
/** The label of a sample point without a name, in formats where each annotation has one: its row is effort. */
export const unnamedPoint = 'Unnamed sample point'
/** How much of a taxon there is where nobody counted, such as a percent cover, and of what kind that is: terms of Darwin Core. */
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

/** As many as an attribute can hold. */
export function otherLabelsText(labels: readonly OtherLabel[]): string {
  let text = ''
  for (const label of labels) {
    const longer = `${text}${text && ','}${JSON.stringify(label)}`
    if (longer.length + '[]'.length > longestValue) break
    text = longer
  }
  return `[${text}]`
}

/** @returns null when the attribute is none of ours */
export function otherLabelsOf(value: unknown): OtherLabel[] | null {
  if (typeof value !== 'string' || !value.startsWith('[{"label":')) return null
  try {
    const labels: unknown = JSON.parse(value)
    return Array.isArray(labels) && labels.every(each => typeof each?.label === 'string') ? labels : null
  } catch {
    return null
  }
}
