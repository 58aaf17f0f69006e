import { useNavigate } from 'react-router-dom'
import { useSession } from '../api/session-context.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LogoutIcon, ProfileIcon } from '../ui/icons.tsx'
import { MenuButton } from '../ui/menu.tsx'
import styles from './header.module.css'

export function AvatarMenu() {
  const { user, signOut } = useSession()
  const navigate = useNavigate()
  async function leave() {
    await signOut()
    await navigate('/auth')
  }
  return (
    <MenuButton
      label="Account"
      bare
      className={styles.avatar}
      heading={user?.email}
      items={[
        { id: 'profile', label: 'Profile', icon: <ProfileIcon aria-hidden />, href: '/profile' },
        { id: 'logout', label: 'Logout', icon: <LogoutIcon aria-hidden />, onAction: () => void leave() }
      ]}
    >
      <Avatar name={user?.email} />
    </MenuButton>
  )
}
