import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { WarningIcon } from './icons.tsx'
import * as texts from './texts.ts'

export interface FieldTexts {
  label: string
  description?: ReactNode
  /** Error message with the remedy. It also marks the control as invalid. */
  error?: string
  /** Shows "optional" beside the label. */
  optional?: boolean
}

interface ControlNames {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  className?: string
  id?: string
  children: (names: ControlNames) => ReactNode
}

/** Label, description and error of one control, linked to it by id. */
export function Field({ label, description, error, optional, className, id: given, children }: FieldProps) {
  const made = useId()
  const id = given ?? made
  const describedBy = [description ? `${id}-about` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>{texts.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <WarningIcon aria-hidden />
          {error}
        </p>
      )}
      {description && (
        <p className={styles.description} id={`${id}-about`}>
          {description}
        </p>
      )}
    </div>
  )
}
