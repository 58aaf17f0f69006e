import type { RegisterOptions, UseFormReturn } from 'react-hook-form'
import { readNumber } from '../../ui/read-number.ts'
import type { FieldName, PublicationFields } from './fields.ts'
import { texts } from './texts.ts'

export type PublicationForm = UseFormReturn<PublicationFields>

type TextName = Exclude<FieldName, 'people' | 'funding'>

/** Returns the props of a field's control: label, error and registration with the form. */
export function fieldProps(
  { register, formState: { errors } }: PublicationForm,
  name: TextName,
  readOnly: boolean,
  rules: RegisterOptions<PublicationFields, TextName> = {}
) {
  return {
    id: `publication-${name}`,
    label: texts.fields[name],
    error: errors[name]?.message,
    readOnly,
    autoComplete: 'off',
    ...register(name, rules)
  }
}

export const atMost = (value: number) => ({ maxLength: { value, message: texts.rules.atMost(value) } })

export const numberBetween = (least: number, most: number) => (text: unknown) => {
  const value = readNumber(String(text))
  if (value === null) return true
  if (Number.isNaN(value)) return texts.rules.noNumber
  return (value >= least && value <= most) || texts.rules.between(least, most)
}
