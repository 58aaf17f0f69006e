import { type AttributeRules, type AttributeValue, misfitWords, takes } from '../../../../shared/attribute-values.ts'
import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { occurrenceAttributes } from '../../../../shared/vocabulary/occurrence-attributes.ts'
import { attributeFieldsOf } from '../../attribute-fields/repository.ts'
import { numberOf } from '../../files/reading.ts'
import type { Database } from '../../storage/database.ts'

/** Finds the rules for an attribute of a file. */
export type FieldOf = (name: string) => AttributeRules | undefined

/** Returns a function that finds a project field by name, or a numeric Darwin Core term. The terms are the same in every project. */
export async function fieldFinder(db: Database, projectId: string, format: ImportFormat): Promise<FieldOf> {
  const fields = await attributeFieldsOf(db, projectId)
  const numbers = occurrenceAttributes.flatMap(({ name, type, minimum = null }) =>
    type === 'integer' || type === 'number' ? [{ name, type, minimum, maximum: null, choices: [] }] : []
  )
  const byName = new Map<string, AttributeRules>([...numbers, ...fields].map(field => [field.name, field]))
  // VIAME does not allow spaces in a name.
  const joined = new Map(format === 'viame' ? fields.map(field => [field.name.replace(/\s+/g, '_'), field]) : [])
  return name => byName.get(name) ?? joined.get(name)
}

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false]
])

/**
 * Converts a value to the type of its field if that is unambiguous. Otherwise the value stays unchanged: `3.5` is not a whole number, and `3,5` may
 * be two numbers.
 */
export function readAs({ type, choices }: AttributeRules, value: AttributeValue): AttributeValue {
  const text = String(value)
  if (type === 'boolean') return truths.get(text.trim().toLowerCase()) ?? value
  if (type === 'text') return text
  if (type === 'choice') return choices.includes(text) ? text : value
  const number = numberOf(text)
  return number === null || (type === 'integer' && !Number.isSafeInteger(number)) ? value : number
}

/** Reason why a value does not match its field, for the report of an import; null when the value matches. */
export function misfitOf(field: AttributeRules, value: AttributeValue): string | null {
  return takes(field, value) ? null : `${misfitWords(field, value)}: it stays unchanged until it is corrected in Annotate`
}
