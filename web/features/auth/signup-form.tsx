import { useQueryClient } from '@tanstack/react-query'
import { passwordMinLength } from '../../../shared/limits.ts'
import { capabilities, type KnownCapabilities } from '../../api/capabilities.ts'
import { useSession } from '../../api/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-page.module.css'
import { emailFault } from './email.ts'
import { giveName } from './give-name.ts'
import { SecretField } from './secret-field.tsx'
import { texts as shared, signInTexts as texts } from './texts.ts'
import { useAuthForm } from './use-auth-form.ts'

const { signUp: words } = texts
const { fields } = shared

interface SignupFormProps {
  server: Pick<KnownCapabilities, 'registration' | 'registrationDomains'>
  /** Secret of an invitation link. It permits an account that the registration policy alone would not. */
  invitation?: string
}

export function SignupForm({ server, invitation = '' }: SignupFormProps) {
  const { register, setUser } = useSession()
  const client = useQueryClient()
  const needsCode = server.registration === 'invite' && invitation === ''
  const form = useAuthForm({
    initial: { name: '', email: '', password: '', invitation },
    labels: { name: words.name, email: fields.email, password: fields.password, invitation: words.code },
    check: ({ email, password, invitation }) => ({
      email: emailFault(email) ?? (invitation ? undefined : domainFault(email, server)),
      password: password.length < passwordMinLength ? fields.passwordTooShort : undefined,
      invitation: needsCode && invitation.trim() === '' ? words.noCode : undefined
    }),
    submit: async ({ name, email, password, invitation }) => {
      await register({ email: email.trim(), password, ...(invitation.trim() && { invitation: invitation.trim() }) }).finally(
        () => void client.invalidateQueries({ queryKey: capabilities().queryKey }) // a new server may have its first account now
      )
      if (name.trim() === '') return
      const user = await giveName(name.trim())
      if (user) setUser(user)
    },
    fallback: words.failed
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary {...form.summary} />
      {needsCode && <TextField {...form.field('invitation')} description={words.aboutCode} autoComplete="off" spellCheck={false} />}
      <TextField {...form.field('name')} description={words.aboutName} optional maxLength={200} autoComplete="name" />
      <TextField
        {...form.field('email')}
        description={server.registration === 'domain' && !invitation ? words.domains(server.registrationDomains) : undefined}
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
      />
      <SecretField
        {...form.field('password')}
        description={words.aboutPassword}
        autoComplete="new-password"
        strengthFor={{ email: form.values.email }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        {words.submit}
      </Button>
    </form>
  )
}

function domainFault(email: string, { registration, registrationDomains }: SignupFormProps['server']): string | undefined {
  if (registration !== 'domain' || registrationDomains.length === 0) return undefined
  const domain = email.trim().split('@')[1]?.toLowerCase()
  const welcome = registrationDomains.some(name => name.toLowerCase() === domain)
  return welcome ? undefined : words.wrongDomain(registrationDomains)
}
