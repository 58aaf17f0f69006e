import { useMutation, useQuery } from '@tanstack/react-query'
import { capabilities, useFeature } from '../../api/capabilities.ts'
import { useSession, useUser } from '../../api/session-context.ts'
import { AddressProof } from '../../features/accounts/address-proof.tsx'
import { AppearanceForm } from '../../features/accounts/appearance-form.tsx'
import { AvatarForm } from '../../features/accounts/avatar-form.tsx'
import { NewTokenForm } from '../../features/accounts/new-token-form.tsx'
import { PasswordForm } from '../../features/accounts/password-form.tsx'
import { ProfileForm } from '../../features/accounts/profile-form.tsx'
import { keepTheme, sessions, tokens } from '../../features/accounts/queries.ts'
import { SessionTable } from '../../features/accounts/session-table.tsx'
import { texts } from '../../features/accounts/texts.ts'
import { TokenTable } from '../../features/accounts/token-table.tsx'
import { isAwaited, Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Theme } from '../../ui/theme.ts'

const { screen: words, sections } = texts

export function Component() {
  const user = useUser()
  const { setUser } = useSession()
  const server = useQuery(capabilities())
  const hasMail = server.data?.passwordReset === 'mail'
  const [profile, sessions, tokens] = [useFeature('profile'), useFeature('sessions'), useFeature('tokens')]
  const title = { title: words.title, description: user.email ? words.signedIn(user.email) : words.signedInWithoutAddress }
  if (isAwaited(server)) {
    return (
      <Page {...title}>
        <SkeletonRows rows={10} height="2.25rem" />
      </Page>
    )
  }
  return (
    <Page {...title}>
      {profile === false && <Note>{words.notOffered}</Note>}
      {profile && (
        <>
          <Section title={sections.person}>
            <ProfileForm user={user} onChanged={setUser} />
          </Section>
          <Section title={sections.email}>
            <AddressProof user={user} hasMail={hasMail} />
          </Section>
          <Section title={sections.picture}>
            <AvatarForm user={user} onChanged={setUser} />
          </Section>
        </>
      )}
      <Appearance keepsTheme={profile === true} />
      {profile && (
        <Section title={sections.password}>
          <PasswordForm email={user.email} />
        </Section>
      )}
      {sessions && <Sessions />}
      {tokens && <Tokens />}
    </Page>
  )
}

function Appearance({ keepsTheme }: { keepsTheme: boolean }) {
  const { setUser } = useSession()
  const { mutate: keep } = useMutation(keepTheme(setUser))
  const choose = (theme: Theme) => {
    if (keepsTheme) keep(theme)
  }
  return (
    <Section title={sections.appearance} id="appearance">
      <AppearanceForm onTheme={choose} />
    </Section>
  )
}

function Sessions() {
  const list = useQuery(sessions())
  return (
    <Section title={sections.sessions} description={sections.aboutSessions}>
      <Loaded
        query={list}
        failed={words.sessionsFailed}
        skeleton={<SkeletonRows rows={3} height="2.25rem" label={words.loadingSessions} />}
      >
        {items => <SessionTable sessions={items} />}
      </Loaded>
    </Section>
  )
}

function Tokens() {
  const list = useQuery(tokens())
  return (
    <Section title={sections.tokens} description={sections.aboutTokens}>
      <NewTokenForm />
      <Loaded query={list} failed={words.tokensFailed} skeleton={<SkeletonRows rows={2} height="2.25rem" label={words.loadingTokens} />}>
        {items => (items.length > 0 ? <TokenTable tokens={items} /> : <p>{words.noTokens}</p>)}
      </Loaded>
    </Section>
  )
}
