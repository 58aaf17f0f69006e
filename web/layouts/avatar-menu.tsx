import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../api/session-context.ts'
import { countedStatus } from '../sync/counted-status.ts'
import { hasNone } from '../sync/outbox-status.ts'
import { Avatar } from '../ui/avatar.tsx'
import { HelpIcon, LogoutIcon, ProfileIcon, SettingsIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { MenuButton } from '../ui/menu.tsx'
import { usePhone } from '../ui/use-phone.ts'
import styles from './header.module.css'
import * as texts from './texts.ts'

const SignOutDialog = lazyPart(() => import('../features/waiting/sign-out-dialog.tsx'))

/** Account menu. On a phone, the menu also has Help, for which the header has no room. */
export function AvatarMenu({ onHelp }: { onHelp: () => void }) {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  const isPhone = usePhone()
  const [isConfirming, setConfirming] = useState(false)

  async function leave() {
    if (await signOut()) await navigate('/auth')
  }

  /** Signs out. Requires confirmation unless the edits were counted, and there are none. */
  async function confirmSignOut() {
    const status = await countedStatus()
    if (status && hasNone(status)) await leave()
    else setConfirming(true)
  }

  return (
    <>
      <MenuButton
        label={texts.account}
        bare
        className={styles.avatar}
        heading={user?.email}
        items={[
          { id: 'profile', label: texts.profile, icon: <ProfileIcon aria-hidden />, href: '/profile' },
          ...(user?.administrator
            ? [{ id: 'admin', label: texts.administration, icon: <SettingsIcon aria-hidden />, href: '/admin' }]
            : []),
          ...(isPhone ? [{ id: 'help', label: texts.help, icon: <HelpIcon aria-hidden />, keys: '?', onAction: onHelp }] : []),
          { id: 'logout', label: texts.logout, icon: <LogoutIcon aria-hidden />, onAction: () => void confirmSignOut() }
        ]}
      >
        <Avatar name={user?.email} />
      </MenuButton>
      <Suspense fallback={null}>{isConfirming && <SignOutDialog onSignOut={leave} onClose={() => setConfirming(false)} />}</Suspense>
    </>
  )
}
