import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { type Condition, type Filter, FilterError, parseFilter } from '../../../../shared/filters.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import type { ImageCard } from '../../../imagery/images.ts'

/** Data needed to test the filter conditions for the annotations of one image. */
export interface Surroundings {
  image: Pick<ImageCard, 'fileName' | 'eventDate' | 'depthInMeters' | 'workState'>
  annotations: readonly Annotation[]
  labelIndex: Pick<LabelIndex, 'get'>
  /** Returns the name of an account as stored in the `annotator` field of annotations. */
  nameOf: (accountId: string) => string | undefined
}

/**
 * Returns the ids of an image's annotations that match a filter, with unsent edits applied. The rules are those of the server
 * (server/backend/annotations/review/filter-sql.ts). Returns null if the filter is empty or invalid.
 */
export function matchesOf(text: string, surroundings: Surroundings): ReadonlySet<string> | null {
  const filter = readable(text)
  if (!filter || filter.length === 0) return null
  const { annotations } = surroundings
  return new Set(
    annotations
      .filter(annotation => filter.some(group => group.every(condition => meets(condition, annotation, surroundings))))
      .map(({ id }) => id)
  )
}

/** Returns whether a filter has a condition on people. */
export const needsPeople = (text: string): boolean => readable(text)?.some(group => group.some(({ field }) => field === 'person')) ?? false

function readable(text: string): Filter | null {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterError) return null
    throw error
  }
}

function meets(condition: Condition, annotation: Annotation, { image, annotations, labelIndex, nameOf }: Surroundings): boolean {
  switch (condition.field) {
    case 'label':
      return isNamed(annotation.labelId, condition, labelIndex)
    case 'imageLabel': {
      const labels = annotations.filter(({ shape, reviewState }) => shape === null && reviewState !== 'rejected')
      if (condition.operator === 'isNot') return !labels.some(({ labelId }) => labelId === condition.value)
      return labels.some(({ labelId }) => isNamed(labelId, condition, labelIndex))
    }
    case 'person': {
      const { annotator, createdBy } = annotation
      const isTheirs = annotator === condition.value || (createdBy === condition.value && annotator === nameOf(condition.value))
      return isTheirs === (condition.operator === 'is')
    }
    // The page has neither the span of an import nor the area. The server limits the images, and nothing is dimmed.
    case 'import':
    case 'importedFacts':
    case 'area':
      return true
    case 'eventDate':
      return isWithin(image.eventDate?.slice(0, 10) ?? null, condition)
    case 'depth':
      return isWithin(image.depthInMeters, condition)
    case 'confidence':
      return isWithin(annotation.confidence, condition)
    case 'reviewState':
    case 'source':
      return (annotation[condition.field] === condition.value) === (condition.operator === 'is')
    case 'shape':
      return ((annotation.shape?.kind ?? 'wholeImage') === condition.value) === (condition.operator === 'is')
    case 'workState':
      return (image.workState === condition.value) === (condition.operator === 'is')
    case 'fileName': {
      const [name, sought] = [keyOf(image.fileName), keyOf(condition.value)]
      return condition.operator === 'contains' ? name.includes(sought) : (name === sought) === (condition.operator === 'is')
    }
    case 'attribute':
      return hasAttribute(annotation, condition)
  }
}

type Naming = { operator: string; value: string | null }

function isNamed(labelId: string | null, { operator, value }: Naming, labelIndex: Surroundings['labelIndex']): boolean {
  if (operator !== 'under') return (labelId === value) === (operator === 'is')
  for (let label = labelIndex.get(labelId), steps = 0; label && steps < 100; label = labelIndex.get(label.parentId), steps++) {
    if (label.id === value) return true
  }
  return false
}

function isWithin(given: number | string | null, { operator, value }: { operator: string; value: number | string }): boolean {
  if (given === null) return false
  return operator === 'is' ? given === value : operator === 'atLeast' ? given >= value : given <= value
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

function hasAttribute({ attributes }: Annotation, condition: Extract<Condition, { field: 'attribute' }>): boolean {
  const given = Object.hasOwn(attributes, condition.name) ? attributes[condition.name] : undefined
  const { operator, value } = condition
  if (operator === 'atLeast' || operator === 'atMost') return typeof given === 'number' && isWithin(given, { operator, value })
  if (operator === 'contains')
    return given !== undefined && typeof given !== 'number' && lowerAscii(String(given)).includes(lowerAscii(String(value)))
  const isEqual =
    typeof given === 'number' ? String(value).trim() !== '' && given === Number(value) : given !== undefined && String(given) === value
  return isEqual === (operator === 'is')
}

/** Converts only ASCII letters to lower case, as both databases do when they compare strings. */
const lowerAscii = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())
