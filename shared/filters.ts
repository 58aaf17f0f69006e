import type { Annotation, ReviewState, WorkState } from './contracts/annotations.ts'
import type { Shape } from './contracts/shapes.ts'

/*
 * A filter for annotations: groups joined by "or", each a list of conditions joined by "and". A filter without groups matches every annotation.
 *
 * As text, for addresses: `field.operator.value`, with `*` between two conditions and `**` between two groups. Neither a URL's query nor a
 * form encodes `.` and `*`:
 *
 *     label.under.0193c5…*confidence.atMost.0.5**source.is.machine
 *
 * The value is all that follows the operator. A star in the value is written `*-`. In the name of an attribute, a dot is also written `*.`.
 */

export type Operator = 'is' | 'isNot' | 'under' | 'atLeast' | 'atMost' | 'contains' | 'inside'

/** Condition of a filter. The label `null` matches annotations without a label. `under` matches this label and the labels below it in the catalog. */
export type Condition =
  | { field: 'label'; operator: 'is' | 'isNot'; value: string | null }
  | { field: 'label'; operator: 'under'; value: string }
  /** Label of the image as a whole: the label of an annotation that has no shape and is not rejected. */
  | { field: 'imageLabel'; operator: 'is' | 'isNot' | 'under'; value: string }
  /** Account that made the annotation, or the person or program that an imported annotation names. */
  | { field: 'person'; operator: 'is' | 'isNot'; value: string }
  /** Import that created the annotation, by its id. */
  | { field: 'import'; operator: 'is'; value: string }
  /** Import that filled in metadata of the image, by its id. */
  | { field: 'importedFacts'; operator: 'is'; value: string }
  /**
   * Area that was drawn on the map, by its id. For a viewer of generalised positions, the server sets `mediaIds` to the images inside.
   */
  | { field: 'area'; operator: 'inside'; value: string; mediaIds?: readonly string[] }
  /** Calendar day of capture, UTC: `2026-11-20`. */
  | { field: 'eventDate'; operator: 'is' | 'atLeast' | 'atMost'; value: string }
  /** Depth in metres below the surface. */
  | { field: 'depth'; operator: 'atLeast' | 'atMost'; value: number }
  /** Confidence, 0–1. */
  | { field: 'confidence'; operator: 'atLeast' | 'atMost'; value: number }
  | { field: 'reviewState'; operator: 'is' | 'isNot'; value: ReviewState }
  | { field: 'source'; operator: 'is' | 'isNot'; value: Annotation['source'] }
  | { field: 'shape'; operator: 'is' | 'isNot'; value: Shape['kind'] | 'wholeImage' }
  | { field: 'workState'; operator: 'is' | 'isNot'; value: WorkState }
  /** File name, case-insensitive. */
  | { field: 'fileName'; operator: 'is' | 'isNot' | 'contains'; value: string }
  /** Attribute of the annotation. `is` also matches a stored number that equals the text. `contains` ignores the case of a–z. */
  | { field: 'attribute'; name: string; operator: 'is' | 'isNot' | 'contains'; value: string }
  | { field: 'attribute'; name: string; operator: 'atLeast' | 'atMost'; value: number }

export type FilterField = Condition['field']

/** Whether a condition names an import. Such conditions come from links, and are not saved. */
export const namesImport = (condition: Condition): condition is Extract<Condition, { field: 'import' | 'importedFacts' }> =>
  condition.field === 'import' || condition.field === 'importedFacts'

/** Whether a condition names an area that was drawn on the map. Such areas expire, and the conditions are not saved. */
export const namesArea = (condition: Condition): condition is Extract<Condition, { field: 'area' }> => condition.field === 'area'

export type Filter = readonly (readonly Condition[])[]

/** Returns the ids of the drawn areas that a filter names, each once. */
export const areasIn = (filter: Filter): string[] => [
  ...new Set(filter.flat().flatMap(condition => (namesArea(condition) ? condition.value : [])))
]

const imageFields = ['eventDate', 'depth', 'fileName', 'workState', 'imageLabel', 'importedFacts', 'area'] as const

export type ImageCondition = Extract<Condition, { field: (typeof imageFields)[number] }>

/** Whether a condition applies to an image as a whole, rather than to each of its annotations. */
export const isOfImage = (condition: Condition): condition is ImageCondition => imageFields.some(field => field === condition.field)

/** The filter's conditions on images. The result is empty, and matches every image, if a group has only conditions on annotations. */
export function imageConditions(filter: Filter): Filter {
  const groups = filter.map(group => group.filter(isOfImage))
  return groups.some(group => group.length === 0) ? [] : groups
}

/** Whether groups of a filter select annotations on different images. The effort of the filter is then larger than that of each group. */
export function hasMixedEffort(filter: Filter): boolean {
  const images = new Set(filter.map(group => formatFilter([group.filter(isOfImage)])))
  return images.size > 1 && filter.some(group => !group.every(isOfImage))
}

export const filterLimits = { groups: 10, conditions: 10, valueLength: 200, textLength: 8_000 } as const

/** Values of each field that has a fixed set of values. */
export const choices = {
  reviewState: ['proposed', 'confirmed', 'rejected', 'disputed'],
  source: ['human', 'machine'],
  shape: ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon', 'wholeImage'],
  workState: ['notSeen', 'inWork', 'done', 'reviewed']
} as const satisfies { [F in 'reviewState' | 'source' | 'shape' | 'workState']: readonly Extract<Condition, { field: F }>['value'][] }

/** Operators of each field, most common one first. */
export const operatorsOf: { [F in FilterField]: readonly Extract<Condition, { field: F }>['operator'][] } = {
  label: ['under', 'is', 'isNot'],
  imageLabel: ['under', 'is', 'isNot'],
  person: ['is', 'isNot'],
  import: ['is'],
  importedFacts: ['is'],
  area: ['inside'],
  eventDate: ['atLeast', 'atMost', 'is'],
  depth: ['atLeast', 'atMost'],
  confidence: ['atMost', 'atLeast'],
  reviewState: ['is', 'isNot'],
  source: ['is', 'isNot'],
  shape: ['is', 'isNot'],
  workState: ['is', 'isNot'],
  fileName: ['contains', 'is', 'isNot'],
  attribute: ['is', 'isNot', 'contains', 'atLeast', 'atMost']
}

/** Smallest and largest value of each numeric field. */
export const ranges = { depth: [-100, 11_000], confidence: [0, 1] } as const

/** Error for an invalid filter. Its message is a readable sentence. */
export class FilterError extends Error {}

export function formatFilter(filter: Filter): string {
  return filter.map(group => group.map(formatCondition).join('*')).join('**')
}

/** Parses a filter. @throws FilterError */
export function parseFilter(text: string): Filter {
  if (text === '') return []
  if (text.length > filterLimits.textLength) {
    throw new FilterError(`A filter may have up to ${filterLimits.textLength} characters, but this one has ${text.length}`)
  }
  const groups = split(text, '**').map(group => split(group, '*'))
  if (groups.length > filterLimits.groups) {
    throw new FilterError(`A filter may have up to ${filterLimits.groups} groups, but this one has ${groups.length}`)
  }
  return groups.map(group => {
    if (group.length > filterLimits.conditions) {
      throw new FilterError(`A group may have up to ${filterLimits.conditions} conditions, but one here has ${group.length}`)
    }
    return group.map(parseCondition)
  })
}

function formatCondition(condition: Condition): string {
  const name = condition.field === 'attribute' ? `.${starred(condition.name).replaceAll('.', '*.')}` : ''
  return `${condition.field}${name}.${condition.operator}.${starred(String(condition.value ?? ''))}`
}

const starred = (text: string) => text.replaceAll('*', '*-')

/** Splits text at a separator. The escapes `*-` and `*.` are not separators. */
function split(text: string, separator: '*' | '**'): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '*') continue
    const next = text[at + 1]
    const isDouble = next === '*'
    if (separator === (isDouble ? '**' : '*') && next !== '-' && next !== '.') {
      parts.push(text.slice(from, at))
      from = at + separator.length
    }
    if (isDouble || next === '-' || next === '.') at += 1
  }
  return [...parts, text.slice(from)]
}

function parseCondition(text: string): Condition {
  const [field = '', afterField = ''] = cut(text)
  if (!isField(field)) throw new FilterError(`“${short(field)}” is not a field for filters`)
  const [name, rest] = field === 'attribute' ? cut(afterField) : ['', afterField]
  const [operator, value = ''] = cut(rest)
  const allowed: readonly string[] = operatorsOf[field]
  if (!allowed.includes(operator)) {
    throw new FilterError(`${words[field]} can be compared with ${allowed.join(', ')}, not with “${short(operator)}”`)
  }
  const attribute = field === 'attribute' && { name: attributeName(name) }
  return { field, ...attribute, operator, value: readValue(field, operator as Operator, value.replaceAll('*-', '*')) } as Condition
}

/** Splits text at the first unescaped dot. */
function cut(text: string): [before: string, after: string] {
  const dot = text.search(/(?<!\*)\./)
  return dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)]
}

const isField = (text: string): text is FilterField => Object.hasOwn(operatorsOf, text)

function attributeName(text: string): string {
  const name = text.replaceAll('*.', '.').replaceAll('*-', '*')
  if (name === '' || name.length > 60) throw new FilterError('The name of an attribute must have 1 to 60 characters')
  return name
}

function readValue(field: FilterField, operator: Operator, text: string): Condition['value'] {
  if (field === 'label' && text === '' && operator !== 'under') return null
  if (text === '') throw new FilterError(`${words[field]} needs a value`)
  if (text.length > filterLimits.valueLength) {
    throw new FilterError(`${words[field]} may have up to ${filterLimits.valueLength} characters, but “${short(text)}” has ${text.length}`)
  }
  if (field === 'reviewState' || field === 'source' || field === 'shape' || field === 'workState') return oneOf(field, text)
  if (field === 'depth' || field === 'confidence') return numberWithin(field, text)
  if (field === 'eventDate') return day(text)
  if (field === 'attribute' && (operator === 'atLeast' || operator === 'atMost')) return number(field, text)
  return text
}

function oneOf(field: keyof typeof choices, text: string): Condition['value'] {
  const known: readonly string[] = choices[field]
  if (!known.includes(text)) throw new FilterError(`${words[field]} must be one of ${known.join(', ')}, not “${short(text)}”`)
  return text as Condition['value']
}

function number(field: FilterField, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new FilterError(`${words[field]} must be a number, not “${short(text)}”`)
  return value
}

function numberWithin(field: keyof typeof ranges, text: string): number {
  const value = number(field, text)
  const [least, most] = ranges[field]
  if (value < least || value > most) throw new FilterError(`${words[field]} must be between ${least} and ${most}, not ${text}`)
  return value
}

function day(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  if (!isDay) throw new FilterError(`The date must be a day such as 2026-11-20, not “${short(text)}”`)
  return text
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const words: Record<FilterField, string> = {
  label: 'The label',
  imageLabel: 'The label of the image',
  person: 'The person',
  import: 'The import',
  importedFacts: 'The import',
  area: 'The area',
  eventDate: 'The date',
  depth: 'The depth',
  confidence: 'The certainty',
  reviewState: 'The review state',
  source: 'The source',
  shape: 'The shape',
  workState: 'The state of the image',
  fileName: 'The file name',
  attribute: 'An attribute'
}
