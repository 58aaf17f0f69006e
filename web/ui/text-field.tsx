import type { ComponentProps, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'
import { CalendarIcon, EyeIcon, EyeOffIcon, SearchIcon } from './icons.tsx'
import { readDay } from './read-day.ts'
import * as texts from './texts.ts'
import { useTakenOver } from './use-taken-over.ts'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'>, FieldTexts {
  className?: string
  /** Not available. Use `before` or `after` for content inside the box: a unit, an icon, a button. */
  prefix?: undefined
  before?: ReactNode
  after?: ReactNode
}

/** A field for one line of text. It accepts the props of a native input, such as `{...register('title')}` from react-hook-form. */
export function TextField({ label, description, error, optional, className, before, after, id, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, description, error, optional, className, id }}>
      {names => (
        <div className={styles.box}>
          {before && <span className={styles.affix}>{before}</span>}
          <input type="text" {...input} {...names} className={styles.input} />
          {after && <span className={styles.affix}>{after}</span>}
        </div>
      )}
    </Field>
  )
}

/** A password field with a button that reveals the text. Pasting and password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false)
  const takenOver = useTakenOver() // before hydration, a click would be lost
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          size="small"
          label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          disabled={!takenOver}
          {...(!takenOver && { className: styles.ahead })}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  )
}

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** Accessible name, and the default placeholder. */
  label: string
  className?: string
}

/** A search box with a hidden label. */
export function SearchField({ label, className, placeholder = label, ...input }: SearchFieldProps) {
  return (
    <div className={className ? `${styles.box} ${className}` : styles.box}>
      <span className={styles.affix}>
        <SearchIcon aria-hidden />
      </span>
      <input {...input} type="search" aria-label={label} placeholder={placeholder} className={styles.input} style={{ paddingLeft: 0 }} />
    </div>
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'>, FieldTexts {
  className?: string
}

export function TextArea({ label, description, error, optional, className, id, rows = 4, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, description, error, optional, className, id }}>
      {names => (
        <div className={styles.box}>
          <textarea rows={rows} {...input} {...names} className={styles.input} style={{ minHeight: `calc(${rows * 1.4}em + 1rem)` }} />
        </div>
      )}
    </Field>
  )
}

/**
 * A field for a calendar day in ISO 8601 format, `2026-11-20`, in every locale; empty without a day. The day is typed, or
 * chosen from the calendar of the browser. Other notations (`2026-3-1`, `20260301`) are normalised on blur.
 */
export function DateField({ onBlur, error, ...props }: Omit<TextFieldProps, 'type' | 'after'>) {
  const [unread, setUnread] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  const fieldOf = (part: HTMLElement | null) => part?.closest('div')?.querySelector<HTMLInputElement>('input[inputmode]')
  return (
    <TextField
      placeholder={texts.dayForm}
      autoComplete="off"
      spellCheck={false}
      {...props}
      inputMode="numeric"
      error={error ?? (unread ? texts.dayFault : undefined)}
      onBlur={event => {
        const day = readDay(event.target.value)
        setUnread(day === null && event.target.value.trim() !== '')
        if (day && day !== event.target.value) typeInto(event.target, day)
        onBlur?.(event)
      }}
      after={
        <span className={styles.calendar}>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            disabled={props.disabled}
            onInput={event => {
              const field = fieldOf(event.currentTarget)
              if (field) typeInto(field, event.currentTarget.value)
            }}
          />
          <IconButton
            size="small"
            label={texts.chooseDay}
            disabled={props.disabled}
            onClick={() => {
              if (!calendar.current) return
              calendar.current.value = readDay(fieldOf(calendar.current)?.value ?? '') ?? ''
              calendar.current.showPicker()
            }}
          >
            <CalendarIcon />
          </IconButton>
        </span>
      }
    />
  )
}

/** Sets the value of a field as if it were typed, so that React and form libraries receive the event. */
function typeInto(field: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
