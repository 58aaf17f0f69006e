import { AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { ProveEmail } from '../../features/auth/prove-email.tsx'
import { Note } from '../../ui/note.tsx'

/** Where the link leads that was sent to an address: `/prove-email#…`. */
export function Component() {
  const [token] = useHashSecret()
  return (
    <AuthPage title="Prove your address">
      {token ? <ProveEmail token={token} /> : <Note>This page needs the one-time link that you were sent: open it again, whole.</Note>}
    </AuthPage>
  )
}
