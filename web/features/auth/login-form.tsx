import { useSession } from '../../api/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { SecretField } from './secret-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** E-mail address and password. Whoever shows the form leads on when the session changes. */
export function LoginForm() {
  const { signIn } = useSession()
  const form = useAuthForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: emailFault(username),
      password: password === '' ? 'Enter your password' : undefined
    }),
    submit: ({ username, password }) => signIn(username.trim(), password),
    fallback: 'Login failed'
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <TextField
        {...form.field('username')}
        label="E-mail address"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
      <SecretField {...form.field('password')} label="Password" autoComplete="current-password" />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Sign in
      </Button>
    </form>
  )
}
