import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './choice.module.css'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  description?: ReactNode
}

function Choice({ label, description, kind, look, ...input }: ChoiceProps & { kind: 'checkbox' | 'radio'; look: string | undefined }) {
  const made = useId()
  const id = input.id ?? made
  return (
    <div className={styles.choice}>
      <input {...input} id={id} type={kind} className={look} aria-describedby={description ? `${id}-about` : undefined} />
      <label htmlFor={id}>{label}</label>
      {description && (
        <p className={styles.about} id={`${id}-about`}>
          {description}
        </p>
      )}
    </div>
  )
}

export interface CheckboxProps extends ChoiceProps {
  /** True when some, but not all, of the items are selected. */
  indeterminate?: boolean
}

export function Checkbox({ indeterminate, ...props }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate ?? false
  }, [indeterminate])
  return <Choice {...props} {...(indeterminate === undefined ? {} : { ref: own })} kind="checkbox" look={styles.check} />
}

/** Switch for a setting that takes effect immediately. Use a `Checkbox` for a choice that takes effect on Save. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} role="switch" kind="checkbox" look={styles.switch} />
}

export interface RadioGroupProps<Value extends string> {
  legend: string
  name: string
  options: { value: Value; label: ReactNode; description?: ReactNode; disabled?: boolean }[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  error?: string
  /** Props of each input, e.g. `register('visibility')`. */
  inputProps?: ComponentProps<'input'>
  className?: string
}

/** Choice of one among a few options, all of them visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, name, options, value, defaultValue, onChange, error, inputProps, className } = props
  const errorId = useId()
  return (
    <fieldset className={`${styles.group} ${className ?? ''}`} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      {options.map(option => (
        <Choice
          {...inputProps}
          key={option.value}
          kind="radio"
          look={styles.radio}
          name={inputProps?.name ?? name}
          value={option.value}
          label={option.label}
          description={option.description}
          disabled={option.disabled}
          {...(value === undefined ? {} : { checked: value === option.value })}
          {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
          {...(onChange ? { onChange: () => onChange(option.value) } : {})}
        />
      ))}
      {error && (
        <p className={styles.groupError} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
