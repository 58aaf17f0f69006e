import { type AttributeRules, type AttributeValue, misfitWords, takes } from '../../../../shared/attribute-values.ts'
import type { ImportFormat } from '../../../../shared/contracts/exchange.ts'
import { occurrenceAttributes } from '../../../../shared/vocabulary/occurrence-attributes.ts'
import { attributeFieldsOf } from '../../attribute-fields/repository.ts'
import { numberOf } from '../../files/reading.ts'
import type { Database } from '../../storage/database.ts'

/** The field that an attribute of a file means. */
export type FieldOf = (name: string) => AttributeRules | undefined

/** Fields of a project, and the numbers among Darwin Core's terms: they are what they are in every project. */
export async function fieldFinder(db: Database, projectId: string, format: ImportFormat): Promise<FieldOf> {
  const fields = await attributeFieldsOf(db, projectId)
  const numbers = occurrenceAttributes.flatMap(({ name, type, minimum = null }) =>
    type === 'integer' || type === 'number' ? [{ name, type, minimum, maximum: null, choices: [] }] : []
  )
  const byName = new Map<string, AttributeRules>([...numbers, ...fields].map(field => [field.name, field]))
  // VIAME has no place for a space in a name.
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

/** A value in the type of its field where it reads as one without doubt; else as it stands: `3.5` is no whole number, `3,5` may be two. */
export function readAs({ type, choices }: AttributeRules, value: AttributeValue): AttributeValue {
  const text = String(value)
  if (type === 'boolean') return truths.get(text.trim().toLowerCase()) ?? value
  if (type === 'text') return text
  if (type === 'choice') return choices.includes(text) ? text : value
  const number = numberOf(text)
  return number === null || (type === 'integer' && !Number.isSafeInteger(number)) ? value : number
}

/** Why a value does not fit its field, for the report of an import; null when it does. */
export function misfitOf(field: AttributeRules, value: AttributeValue): string | null {
  return takes(field, value) ? null : `${misfitWords(field, value)}: it stays so until someone corrects it in Annotate`
}
