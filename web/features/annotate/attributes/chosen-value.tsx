import type { AttributeValue } from '../../../../shared/attribute-values.ts'
import { titleOf } from '../../../annotation/attributes/words.ts'
import { Select } from '../../../ui/select.tsx'
import type { ValueProps } from './typed-value.tsx'

const noValue = ''
const several = 'several'
/** Prefix of a value, so that no value equals one of the keys above. */
const mark = '='

/** Select for one value of a list, or for yes or no. */
export function ChosenValue({ field, value, isMixed, disabled, onGive }: ValueProps) {
  const known: { value: AttributeValue; label: string }[] =
    field.type === 'boolean'
      ? [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' }
        ]
      : field.choices.map(choice => ({ value: choice, label: choice }))
  const isForeign = value !== undefined && !known.some(option => option.value === value)
  const offered = isForeign ? [...known, { value, label: `${value} (not in the list)` }] : known
  return (
    <Select
      label={titleOf(field.name)}
      description={field.required && value === undefined && !isMixed ? 'Required' : undefined}
      disabled={disabled}
      value={isMixed ? several : value === undefined ? noValue : mark + String(value)}
      options={[
        ...(isMixed ? [{ value: several, label: 'Several values', disabled: true }] : []),
        { value: noValue, label: 'No value' },
        ...offered.map(option => ({ value: mark + String(option.value), label: option.label }))
      ]}
      onChange={event => onGive(offered.find(option => mark + String(option.value) === event.target.value)?.value)}
    />
  )
}
