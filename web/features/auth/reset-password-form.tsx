import { useMutation } from '@tanstack/react-query'
import { passwordMinLength } from '../../../shared/limits.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './auth-page.module.css'
import { resetPassword } from './queries.ts'
import { SecretField } from './secret-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Sets a new password with the one-time token of a link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const { mutateAsync, isSuccess } = useMutation(resetPassword())
  const form = useAuthForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: password.length < passwordMinLength ? `Use at least ${passwordMinLength} characters` : undefined
    }),
    submit: async ({ password }) => void (await mutateAsync({ token, password })),
    fallback: 'The password could not be set'
  })
  if (isSuccess)
    return (
      <div className={styles.form} role="status">
        <Note>Your new password is set. All other sessions were signed out, and all API tokens have ended.</Note>
        <LinkButton to="/login" variant="primary" size="large" wide>
          Sign in
        </LinkButton>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      <SecretField
        {...form.field('password')}
        label="New password"
        description={`At least ${passwordMinLength} characters.`}
        autoComplete="new-password"
        strengthFor={{ email: '' }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Set the password
      </Button>
    </form>
  )
}
