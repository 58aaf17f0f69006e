import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { forgotPassword } from './queries.ts'
import { texts, forgotPasswordTexts as words } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

const { fields } = texts

/** Form that requests a reset link by e-mail. The response does not reveal whether the account exists. */
export function ForgotPasswordForm() {
  const { mutateAsync, isSuccess, reset } = useMutation(forgotPassword())
  const form = useAuthForm({
    initial: { email: '' },
    labels: { email: fields.email },
    check: ({ email }) => ({ email: emailFault(email) }),
    submit: async ({ email }) => void (await mutateAsync(email.trim())),
    fallback: words.failed
  })
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>{words.sent(form.values.email.trim())}</Note>
        <Button wide onClick={reset}>
          {words.otherAddress}
        </Button>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <TextField {...form.field('email')} type="email" autoComplete="username" inputMode="email" spellCheck={false} />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        {words.submit}
      </Button>
    </form>
  )
}
