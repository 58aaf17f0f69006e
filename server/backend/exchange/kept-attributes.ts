/*
 * Attributes with these names store facts from files for which the database has no column. An export converts them back.
 */

/** Track id shared by the annotations of one individual across several images. */
export const trackAttribute = 'track'
/** Confidence of a detector in the shape, if it differs from its confidence in the label. */
export const detectionConfidenceAttribute = 'detectionConfidence'
/** Labels other than the imported one: JSON list of OtherLabel, in the order of the file. */
export const otherLabelsAttribute = 'otherLabels'
/** Number of a sample point on its image, from 1. A sample point is not an individual. */
export const samplePointAttribute = 'samplePoint'
/** Placeholder label of an unlabelled sample point, for formats in which each annotation needs a label. Its row counts towards the effort. */
export const unnamedPoint = 'Unnamed sample point'
/** Quantity of a taxon instead of a count, such as percent cover. Its name and that of its type are Darwin Core terms. */
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

/** Writes labels as the text of the attribute `otherLabels`, up to the length limit of a value. @returns the text, and whether labels were left out */
export function otherLabelsText(labels: readonly OtherLabel[]): { text: string; isCut: boolean } {
  let text = ''
  for (const label of labels) {
    const longer = `${text}${text && ','}${JSON.stringify(label)}`
    if (longer.length + '[]'.length > longestValue) return { text: `[${text}]`, isCut: true }
    text = longer
  }
  return { text: `[${text}]`, isCut: false }
}

/** Parses the text of the attribute `otherLabels`. @returns null when Isobath did not write it */
export function otherLabelsOf(value: unknown): OtherLabel[] | null {
  if (typeof value !== 'string' || !value.startsWith('[{"label":')) return null
  try {
    const labels: unknown = JSON.parse(value)
    return Array.isArray(labels) && labels.every(each => typeof each?.label === 'string') ? labels : null
  } catch {
    return null
  }
}
