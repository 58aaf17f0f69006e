import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { WarningIcon } from '../../ui/icons.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { passwordStrength } from './password-strength.ts'
import { texts } from './texts.ts'

interface SecretFieldProps extends ComponentProps<typeof PasswordField> {
  /**
   * Shows the strength of a new password for this account. A password that contains the name in the e-mail address counts as weak. A field error
   * replaces the indicator.
   */
  strengthFor?: { email: string }
}

/** Password field with a Caps Lock hint and, for new passwords, a strength indicator. */
export function SecretField({ strengthFor, ...field }: SecretFieldProps) {
  const [capsLock, setCapsLock] = useState(false)
  const notice = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className={styles.passwordGroup}>
      <PasswordField
        {...field}
        description={field.error ? undefined : field.description}
        onKeyDown={notice}
        onKeyUp={notice}
        onBlur={() => setCapsLock(false)}
      />
      <div role="status">
        {capsLock && (
          <p className={styles.caps}>
            <WarningIcon aria-hidden />
            {texts.fields.capsLock}
          </p>
        )}
      </div>
      {strengthFor && <StrengthMeter password={field.error ? '' : String(field.value ?? '')} email={strengthFor.email} />}
    </div>
  )
}

function StrengthMeter({ password, email }: { password: string; email: string }) {
  const { step, words } = passwordStrength(password, email)
  return (
    <div className={styles.strength}>
      <div className={styles.steps} aria-hidden="true">
        {[1, 2, 3, 4].map(level => (
          <span key={level} className={level <= step ? (step < 3 ? styles.weak : styles.firm) : undefined} />
        ))}
      </div>
      <p role="status">{words && texts.strength.label(words)}</p>
    </div>
  )
}
