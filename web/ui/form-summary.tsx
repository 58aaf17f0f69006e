import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './form-summary.module.css'
import { WarningIcon } from './icons.tsx'

interface FormSummaryProps {
  /** Title that states the failure: "Login failed", or the message of the server. */
  title: string | null
  /** Errors in the form. An error with a `fieldId` links to its field. */
  errors?: { fieldId?: string; message: string }[]
}

/** Summary of the errors in a form, above the fields. It receives the focus when it appears, so that screen readers announce it. */
export function FormSummary({ title, errors = [] }: FormSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (title) summary.current?.focus()
  }, [title])
  if (!title) return null
  return (
    <div ref={summary} className={styles.summary} role="alert" tabIndex={-1}>
      <WarningIcon aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        {errors.length > 0 && (
          <ul className={styles.list}>
            {errors.map(({ fieldId, message }) => (
              <li key={fieldId ?? message}>
                {fieldId ? (
                  <a href={`#${fieldId}`} onClick={event => goToField(event, fieldId)}>
                    {message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function goToField(event: MouseEvent, fieldId: string) {
  event.preventDefault()
  document.getElementById(fieldId)?.focus()
}
