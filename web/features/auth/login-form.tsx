import { useSession } from '../../api/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTakenOver } from '../../ui/use-taken-over.ts'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { SecretField } from './secret-field.tsx'
import { texts as shared, signInTexts as texts } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

const { signIn: words } = texts
const { fields } = shared

/** Sign-in form with e-mail address and password. The parent navigates when the session changes. */
export function LoginForm() {
  const { signIn } = useSession()
  const takenOver = useTakenOver() // before hydration, the browser itself would send the form, with the password in the address
  const form = useAuthForm({
    initial: { username: '', password: '' },
    labels: { username: fields.email, password: fields.password },
    check: ({ username, password }) => ({
      username: emailFault(username),
      password: password === '' ? fields.noPassword : undefined
    }),
    submit: ({ username, password }) => signIn(username.trim(), password),
    fallback: words.failed
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <TextField {...form.field('username')} type="email" autoComplete="username" inputMode="email" spellCheck={false} />
      <SecretField {...form.field('password')} autoComplete="current-password" />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={form.busy}
        disabled={!takenOver}
        {...(!takenOver && { className: styles.ahead })}
      >
        {words.submit}
      </Button>
    </form>
  )
}
