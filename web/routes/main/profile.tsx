import { useMutation, useQuery } from '@tanstack/react-query'
import { capabilities, useFeature } from '../../api/capabilities.ts'
import { useSession, useUser } from '../../api/session-context.ts'
import { AddressProof } from '../../features/accounts/address-proof.tsx'
import { AppearanceForm } from '../../features/accounts/appearance-form.tsx'
import { AvatarForm } from '../../features/accounts/avatar-form.tsx'
import { NewTokenForm } from '../../features/accounts/new-token-form.tsx'
import { PasswordForm } from '../../features/accounts/password-form.tsx'
import { ProfileForm } from '../../features/accounts/profile-form.tsx'
import { reviseProfile, sessions, tokens } from '../../features/accounts/queries.ts'
import { SessionTable } from '../../features/accounts/session-table.tsx'
import { TokenTable } from '../../features/accounts/token-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Page, Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Theme } from '../../ui/theme.ts'

export function Component() {
  const user = useUser()
  const { setUser } = useSession()
  const hasMail = useQuery(capabilities()).data?.passwordReset === 'mail'
  const [profile, sessions, tokens] = [useFeature('profile'), useFeature('sessions'), useFeature('tokens')]
  return (
    <Page title="Profile" description={`Signed in as ${user.email || 'a user of this server'}`}>
      {profile === false && (
        <Note>This server keeps your account; it does not offer a profile, sessions or tokens to be changed here.</Note>
      )}
      {profile && (
        <>
          <Section title="Who you are">
            <ProfileForm user={user} onChanged={setUser} />
          </Section>
          <Section title="E-mail address">
            <AddressProof user={user} hasMail={hasMail} />
          </Section>
          <Section title="Picture">
            <AvatarForm user={user} onChanged={setUser} />
          </Section>
        </>
      )}
      <Appearance keepsTheme={profile === true} />
      {profile && (
        <Section title="Password">
          <PasswordForm email={user.email} />
        </Section>
      )}
      {sessions && <Sessions />}
      {tokens && <Tokens />}
    </Page>
  )
}

function Appearance({ keepsTheme }: { keepsTheme: boolean }) {
  const user = useUser()
  const { setUser } = useSession()
  const { mutate: revise } = useMutation(reviseProfile())
  const keep = (theme: Theme) => {
    if (keepsTheme) revise({ revision: user.revision, theme }, { onSuccess: setUser })
  }
  return (
    <Section title="Appearance" id="appearance">
      <AppearanceForm onTheme={keep} />
    </Section>
  )
}

function Sessions() {
  const list = useQuery(sessions())
  return (
    <Section
      title="Sessions"
      description="Browsers in which you are signed in. Sign out those that you do not know, and change your password."
    >
      <Loaded
        query={list}
        failed="The sessions could not be loaded"
        skeleton={<SkeletonRows rows={3} height="2.25rem" label="Loading sessions" />}
      >
        {items => <SessionTable sessions={items} />}
      </Loaded>
    </Section>
  )
}

function Tokens() {
  const list = useQuery(tokens())
  return (
    <Section title="API tokens" description="For scripts and notebooks: they act in your name, as far as their scope allows.">
      <NewTokenForm />
      <Loaded
        query={list}
        failed="The tokens could not be loaded"
        skeleton={<SkeletonRows rows={2} height="2.25rem" label="Loading tokens" />}
      >
        {items => (items.length > 0 ? <TokenTable tokens={items} /> : <p>You have no tokens.</p>)}
      </Loaded>
    </Section>
  )
}
