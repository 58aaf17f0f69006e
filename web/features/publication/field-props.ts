import type { RegisterOptions, UseFormReturn } from 'react-hook-form'
import { readNumber } from '../../ui/read-number.ts'
import { type FieldName, fieldLabels, type PublicationFields } from './fields.ts'

export type PublicationForm = UseFormReturn<PublicationFields>

type TextName = Exclude<FieldName, 'people' | 'funding'>

/** The properties of a field's control: its words, its fault, and its tie to the form. */
export function fieldProps(
  { register, formState: { errors } }: PublicationForm,
  name: TextName,
  readOnly: boolean,
  rules: RegisterOptions<PublicationFields, TextName> = {}
) {
  return {
    id: `publication-${name}`,
    label: fieldLabels[name],
    error: errors[name]?.message,
    readOnly,
    autoComplete: 'off',
    ...register(name, rules)
  }
}

export const atMost = (value: number) => ({ maxLength: { value, message: `At most ${value.toLocaleString('en')} characters` } })

export const numberBetween = (least: number, most: number) => (text: unknown) => {
  const value = readNumber(String(text))
  if (value === null) return true
  if (Number.isNaN(value)) return 'Write a number'
  return (value >= least && value <= most) || `Between ${least} and ${most.toLocaleString('en')}`
}
