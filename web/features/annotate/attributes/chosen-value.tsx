import type { AttributeValue } from '../../../../shared/attribute-values.ts'
import { titleOf } from '../../../annotation/attributes/words.ts'
import { Select } from '../../../ui/select.tsx'
import { texts } from './texts.ts'
import type { ValueProps } from './typed-value.tsx'

const noValue = ''
const several = 'several'
/** Prefix of option values, which keeps them distinct from the two keys above. */
const mark = '='

/** Select for an attribute with a list of values, or with yes or no. */
export function ChosenValue({ field, value, isMixed, disabled, onGive }: ValueProps) {
  const known: { value: AttributeValue; label: string }[] =
    field.type === 'boolean'
      ? [
          { value: true, label: texts.yes },
          { value: false, label: texts.no }
        ]
      : field.choices.map(choice => ({ value: choice, label: choice }))
  const isForeign = value !== undefined && !known.some(option => option.value === value)
  const offered = isForeign ? [...known, { value, label: texts.notInList(String(value)) }] : known
  return (
    <Select
      label={titleOf(field.name)}
      description={field.required && value === undefined && !isMixed ? texts.required : undefined}
      disabled={disabled}
      value={isMixed ? several : value === undefined ? noValue : mark + String(value)}
      options={[
        ...(isMixed ? [{ value: several, label: texts.several, disabled: true }] : []),
        { value: noValue, label: texts.none },
        ...offered.map(option => ({ value: mark + String(option.value), label: option.label }))
      ]}
      onChange={event => onGive(offered.find(option => mark + String(option.value) === event.target.value)?.value)}
    />
  )
}
