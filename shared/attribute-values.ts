import type { Attributes } from './contracts/annotations.ts'
import type { AttributeField } from './contracts/attribute-fields.ts'

export type AttributeValue = Attributes[string]
type Rules = Pick<AttributeField, 'type' | 'minimum' | 'maximum' | 'choices'>
/** Rules of an attribute field that limit its values. */
export type AttributeRules = Rules & Pick<AttributeField, 'name'>

/** Maximum length of a text attribute. */
export const attributeTextLength = 1000
/** Maximum number of choices that the message for an invalid value lists. */
const namedChoices = 12

/** Whether a field accepts a value. */
export function takes({ type, minimum, maximum, choices }: Rules, value: AttributeValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'choice') return typeof value === 'string' && choices.includes(value)
  if (type === 'text') return typeof value === 'string' && value.length <= attributeTextLength
  if (typeof value !== 'number' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return false
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
}

/** Describes the values that a field accepts: `a whole number of at least 1`, `one of female, male`. */
export function takenWords({ type, minimum, maximum, choices }: Rules): string {
  if (type === 'boolean') return 'yes or no'
  if (type === 'text') return `text of at most ${attributeTextLength} characters`
  if (type === 'choice') return `one of ${choices.slice(0, namedChoices).join(', ')}${choices.length > namedChoices ? ', …' : ''}`
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  if (minimum !== null && maximum !== null) return `${kind} from ${minimum} to ${maximum}`
  if (minimum !== null) return `${kind} of at least ${minimum}`
  return maximum === null ? kind : `${kind} of at most ${maximum}`
}

/** Returns the message for a value that a field does not accept: `The attribute “count” must be a whole number, not “many”`. */
export function misfitWords(field: AttributeRules, value: AttributeValue): string {
  const shown = typeof value === 'string' ? `“${value.slice(0, 60)}”` : value
  return `The attribute “${field.name}” must be ${takenWords(field)}, not ${shown}`
}
