import { AuthPage } from '../../features/auth/auth-page.tsx'
import { useHashSecret } from '../../features/auth/hash-secret.ts'
import { ProveEmail } from '../../features/auth/prove-email.tsx'
import { texts } from '../../features/auth/texts.ts'
import { Note } from '../../ui/note.tsx'

const { verify: words } = texts

/** Page of a link that confirms an e-mail address: `/prove-email#…`. */
export function Component() {
  const [token] = useHashSecret()
  return <AuthPage title={words.title}>{token ? <ProveEmail token={token} /> : <Note>{words.needsLink}</Note>}</AuthPage>
}
