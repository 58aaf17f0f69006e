import { takenWords } from '../../../shared/attribute-values.ts'
import type { AttributeField, AttributeType } from '../../../shared/contracts/attribute-fields.ts'

/** Plain-language names of Darwin Core terms. */
const titles: Record<string, string> = {
  individualCount: 'Count',
  lifeStage: 'Life stage',
  sex: 'Sex',
  behavior: 'Behaviour',
  vitality: 'Condition',
  lengthInMeters: 'Length',
  remarks: 'Remarks'
}

export const titleOf = (name: string): string => titles[name] ?? name

export const typeWords: Record<AttributeType, string> = {
  text: 'Text',
  choice: 'Choice of values',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no'
}

type Rules = Pick<AttributeField, 'type' | 'unit' | 'minimum' | 'maximum' | 'choices'>

/** Describes the rules of a field: `Whole number of at least 1`, `Number from 0 to 400, mm`. */
export function ruleWords(field: Rules): string {
  if (field.type === 'text') return typeWords.text
  const words = takenWords(field).replace(/^an? /, '')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${field.unit ? `, ${field.unit}` : ''}`
}

/** Parses a typed number, with a decimal point or comma. Returns NaN for other text. */
export function numberIn(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
}
