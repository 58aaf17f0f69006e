import type { AttributeFieldDraft } from '../contracts/attribute-fields.ts'

/**
 * Attributes that exports support, ready to be added to a project. They are terms of Darwin Core's Occurrence class (https://dwc.tdwg.org/terms/),
 * with the values that the standard or GBIF's vocabularies recommend. `remarks` is exported as `occurrenceRemarks`, and `lengthInMeters` as a
 * measurement.
 */
export const occurrenceAttributes: readonly AttributeFieldDraft[] = [
  { name: 'individualCount', type: 'integer', minimum: 1 },
  { name: 'lifeStage', type: 'choice', choices: ['egg', 'larva', 'juvenile', 'subadult', 'adult'] },
  { name: 'sex', type: 'choice', choices: ['female', 'male', 'hermaphrodite'] },
  { name: 'behavior', type: 'text' },
  { name: 'vitality', type: 'choice', choices: ['alive', 'dead', 'mixedLot', 'uncertain', 'notAssessed'] },
  { name: 'lengthInMeters', type: 'number', unit: 'm', minimum: 0 },
  { name: 'remarks', type: 'text' }
]

/**
 * Reason why a field would not be exported as the Darwin Core term of the same name. The text continues a sentence that begins with the name.
 * Null if the field conforms. A count of 0 would state an absence, so `individualCount` starts at 1. Text fields may be free text or a choice.
 */
export function strayFromStandard({ name, type, minimum }: Pick<AttributeFieldDraft, 'name' | 'type' | 'minimum'>): string | null {
  const standard = occurrenceAttributes.find(known => known.name.toLowerCase() === name.toLowerCase())
  if (!standard) return null
  if (standard.name !== name) return `is written ${standard.name} in Darwin Core`
  if (name === 'individualCount' && (type !== 'integer' || !Number.isInteger(minimum) || (minimum ?? 0) < 1)) {
    return 'is a count of individuals: whole numbers from 1'
  }
  if (name === 'lengthInMeters' && type !== 'number') return 'is a length in metres: a number'
  const isOfWords = standard.type === 'choice' || standard.type === 'text'
  return isOfWords && type !== 'choice' && type !== 'text' ? 'is text in every export: a text, or a choice of values' : null
}
