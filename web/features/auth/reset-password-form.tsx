import { useMutation } from '@tanstack/react-query'
import { passwordMinLength } from '../../../shared/limits.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth-page.module.css'
import { resetPassword } from './queries.ts'
import { SecretField } from './secret-field.tsx'
import { texts } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

const { reset: words, fields } = texts

/** Form that sets a new password with the one-time token of a link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const { mutateAsync, isSuccess } = useMutation(resetPassword())
  const form = useAuthForm({
    initial: { password: '' },
    labels: { password: fields.newPassword },
    check: ({ password }) => ({
      password: password.length < passwordMinLength ? fields.passwordTooShort : undefined
    }),
    submit: async ({ password }) => void (await mutateAsync({ token, password })),
    fallback: words.failed
  })
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>{words.done}</Note>
        <LinkButton to="/login" variant="primary" size="large" wide>
          {words.signIn}
        </LinkButton>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <SecretField {...form.field('password')} description={words.aboutPassword} autoComplete="new-password" strengthFor={{ email: '' }} />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        {words.submit}
      </Button>
    </form>
  )
}
