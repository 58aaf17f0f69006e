import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { forgotPassword } from './queries.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Asks for a link by mail. The answer is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const { mutateAsync, isSuccess, reset } = useMutation(forgotPassword())
  const form = useAuthForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailFault(email) }),
    submit: async ({ email }) => void (await mutateAsync(email.trim())),
    fallback: 'The link could not be sent'
  })
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>
          If there is an account for {form.values.email.trim()}, a link to set a new password is on its way. It can take a few minutes; look
          into the folder for unwanted mail, too.
        </Note>
        <Button wide onClick={reset}>
          Use another address
        </Button>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <TextField
        {...form.field('email')}
        label="E-mail address"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Send the link
      </Button>
    </form>
  )
}
