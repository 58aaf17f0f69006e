import { useQueryClient } from '@tanstack/react-query'
import { passwordMinLength } from '../../../shared/limits.ts'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { useSession } from '../../api/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { SecretField } from './secret-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

interface SignupFormProps {
  server: Pick<KnownCapabilities, 'registration' | 'registrationDomains'>
  /** The secret of the invitation link that led here; it opens what the policy would keep closed. */
  invitation?: string
}

export function SignupForm({ server, invitation = '' }: SignupFormProps) {
  const { register } = useSession()
  const client = useQueryClient()
  const asksForCode = server.registration === 'invite' && invitation === ''
  const form = useAuthForm({
    initial: { email: '', password: '', invitation },
    check: ({ email, password, invitation }) => ({
      email: emailFault(email) ?? (invitation ? undefined : domainFault(email, server)),
      password: password.length < passwordMinLength ? `Use at least ${passwordMinLength} characters` : undefined,
      invitation: asksForCode && invitation.trim() === '' ? 'Enter the code of your invitation' : undefined
    }),
    submit: ({ email, password, invitation }) =>
      register({ email: email.trim(), password, ...(invitation.trim() && { invitation: invitation.trim() }) }).finally(
        () => void client.invalidateQueries({ queryKey: capabilities().queryKey }) // a new server may have its first account now
      ),
    fallback: 'Registration failed'
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      {asksForCode && (
        <TextField
          {...form.field('invitation')}
          label="Invitation code"
          description="The part behind # of the invitation link that you were sent; or open that link."
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField
        {...form.field('email')}
        label="E-mail address"
        description={
          server.registration === 'domain' && !invitation ? `An address at ${domainsInWords(server.registrationDomains)}.` : undefined
        }
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
      <SecretField
        {...form.field('password')}
        label="Password"
        description={`At least ${passwordMinLength} characters. A few unrelated words are easy to keep in mind and hard to guess.`}
        autoComplete="new-password"
        strengthFor={{ email: form.values.email }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Create account
      </Button>
    </form>
  )
}

const domainsInWords = (domains: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)

function domainFault(email: string, { registration, registrationDomains }: SignupFormProps['server']): string | undefined {
  if (registration !== 'domain' || registrationDomains.length === 0) return undefined
  const domain = email.trim().split('@')[1]?.toLowerCase()
  const welcome = registrationDomains.some(name => name.toLowerCase() === domain)
  return welcome ? undefined : `This server takes addresses at ${domainsInWords(registrationDomains)}`
}
