import type { Annotation, ReviewState } from '../../shared/contracts/annotations.ts'
import type { BulkChange } from '../../shared/contracts/review.ts'
import type { Condition, FilterField, Operator } from '../../shared/filters.ts'
import { formatCount, formatNumber, formatPercent, formatQuantity, formatTime } from '../ui/format.ts'
import type { LabelIndex } from './label-index.ts'
import { workWords } from './work-words.ts'

export const fieldWords: Record<FilterField, string> = {
  label: 'Label',
  person: 'Person',
  import: 'Import',
  importedFacts: 'Metadata of an import',
  area: 'Area drawn on the map',
  reviewState: 'Review state',
  confidence: 'Certainty',
  source: 'Source',
  shape: 'Shape',
  eventDate: 'Date taken',
  depth: 'Depth',
  imageLabel: 'Label of the image',
  workState: 'State of the image',
  fileName: 'File name',
  attribute: 'Attribute'
}

const dateWords: Partial<Record<Operator, string>> = { atLeast: 'from', atMost: 'until', is: 'on' }
const operatorTexts: Record<Operator, string> = {
  is: 'is',
  isNot: 'is not',
  under: 'is or is below',
  atLeast: 'at least',
  atMost: 'at most',
  contains: 'contains',
  inside: 'inside'
}

export const operatorWords = (field: FilterField, operator: Operator): string =>
  (field === 'eventDate' ? dateWords[operator] : undefined) ?? operatorTexts[operator]

export const stateWords: Record<ReviewState, string> = {
  proposed: 'proposed',
  confirmed: 'confirmed',
  rejected: 'rejected',
  disputed: 'disputed'
}

export const shapeWords: Record<string, string> = {
  point: 'point',
  box: 'box',
  rotatedBox: 'rotated box',
  circle: 'circle',
  ellipse: 'ellipse',
  line: 'line',
  polygon: 'polygon',
  wholeImage: 'whole image'
}

export const sourceWords: Record<string, string> = { human: 'a person', machine: 'a machine' }

export const choiceWords: Record<'reviewState' | 'source' | 'shape' | 'workState', Record<string, string>> = {
  reviewState: stateWords,
  source: sourceWords,
  shape: shapeWords,
  workState: workWords
}

/** Text of a condition for its chip: `Certainty at most 50 %`. */
export function conditionWords(condition: Condition, labelIndex: LabelIndex, nameOf: (person: string) => string): string {
  const name = condition.field === 'attribute' ? condition.name : fieldWords[condition.field]
  return `${name} ${operatorWords(condition.field, condition.operator)} ${valueWords(condition, labelIndex, nameOf)}`
}

function valueWords(condition: Condition, labelIndex: LabelIndex, nameOf: (person: string) => string): string {
  switch (condition.field) {
    case 'label':
    case 'imageLabel':
      return condition.value === null ? 'none' : (labelIndex.get(condition.value)?.name ?? 'a deleted label')
    case 'person':
      return nameOf(condition.value)
    case 'depth':
      return formatQuantity(condition.value, 'm')
    case 'confidence':
      return formatPercent(condition.value)
    case 'reviewState':
    case 'source':
    case 'shape':
    case 'workState':
      return choiceWords[condition.field][condition.value] ?? condition.value
    default:
      return typeof condition.value === 'number' ? formatNumber(condition.value) : `“${condition.value}”`
  }
}

/** Describes the review: `confirmed by Ana, 2026-11-28 17:00 UTC`. Null for a suggestion, and without a stored reviewer and time. */
export function reviewedWords({ reviewState, reviewedBy, reviewedAt }: Pick<Annotation, 'reviewState' | 'reviewedBy' | 'reviewedAt'>) {
  if (reviewState === 'proposed' || (reviewedBy === null && reviewedAt === null)) return null
  return `${stateWords[reviewState]}${reviewedBy === null ? '' : ` by ${reviewedBy}`}${reviewedAt === null ? '' : `, ${formatTime(reviewedAt)}`}`
}

/** Describes the result of a bulk edit: `3 annotations labelled Porifera`. */
export function doneWords(count: number, change: BulkChange, labelIndex: LabelIndex): string {
  const what = formatCount(count, 'annotation')
  if (change.comment !== undefined) return `Commented on ${what}`
  if (change.removed) return `${what} removed`
  if (change.labelId !== undefined) {
    if (change.labelId === null) return `Label removed from ${what}`
    const label = labelIndex.get(change.labelId)
    return label ? `${what} labelled ${label.name}` : `${what} relabelled`
  }
  return `${what} ${change.reviewState ?? 'changed'}`
}
