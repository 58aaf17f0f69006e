import type { AttributeFieldDraft } from '../contracts/attribute-fields.ts'

/**
 * Attributes that an export knows how to write, ready to be taken into a project: terms of Darwin Core's Occurrence class
 * (https://dwc.tdwg.org/terms/), with the values that the standard or GBIF's vocabularies recommend; `remarks` is written as
 * `occurrenceRemarks`, `lengthInMeters` as a measurement.
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
 * Why a field of this name would come to nothing in an export, as a sentence; null when it is fine. A count of 0 would say that nothing
 * is there; words may be free or chosen.
 */
export function strayFromStandard({ name, type, minimum }: Pick<AttributeFieldDraft, 'name' | 'type' | 'minimum'>): string | null {
  const standard = occurrenceAttributes.find(known => known.name.toLowerCase() === name.toLowerCase())
  if (!standard) return null
  if (standard.name !== name) return `is written ${standard.name}, as Darwin Core has it`
  if (name === 'individualCount' && (type !== 'integer' || !Number.isInteger(minimum) || (minimum ?? 0) < 1)) {
    return 'is a count of individuals: whole numbers from 1'
  }
  if (name === 'lengthInMeters' && type !== 'number') return 'is a length in metres: a number'
  const isOfWords = standard.type === 'choice' || standard.type === 'text'
  return isOfWords && type !== 'choice' && type !== 'text' ? 'holds words in every export: a text, or a choice of values' : null
}
