import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'
import { ChevronDownIcon } from './icons.tsx'

export interface SelectProps extends Omit<ComponentProps<'select'>, 'className' | 'children'>, FieldTexts {
  className?: string
  options: { value: string; label: string; disabled?: boolean }[]
}

/** A native select for a short list. Native selects work well on phones and with form libraries. */
export function Select({ label, description, error, optional, className, id, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, description, error, optional, className, id }}>
      {names => <SelectBox {...select} {...names} options={options} />}
    </Field>
  )
}

interface BareSelectProps extends Omit<SelectProps, 'label' | 'description' | 'error' | 'optional'> {
  label: string
}

/** A select with a hidden label, for filter bars and table cells. */
export function BareSelect({ label, className, ...select }: BareSelectProps) {
  return <SelectBox {...select} aria-label={label} className={className} />
}

function SelectBox({
  options,
  className,
  ...select
}: Omit<ComponentProps<'select'>, 'children'> & Pick<SelectProps, 'options'>): ReactNode {
  return (
    <div className={[styles.box, styles.selectBox, className].filter(Boolean).join(' ')}>
      <select {...select} className={`${styles.input} ${styles.select}`}>
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon aria-hidden />
    </div>
  )
}
