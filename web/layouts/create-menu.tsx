import { ChevronDownIcon, NewPostIcon, NewProjectIcon, OrganizationIcon, PlusIcon } from '../ui/icons.tsx'
import { MenuButton } from '../ui/menu.tsx'
import styles from './header.module.css'

/** The short ways to what one makes most. */
export function CreateMenu() {
  return (
    <MenuButton
      label="Create New"
      variant="primary"
      className={styles.create}
      items={[
        { id: 'project', label: 'New Project', icon: <NewProjectIcon aria-hidden />, href: '/projects/new' },
        { id: 'post', label: 'New Post', icon: <NewPostIcon aria-hidden />, href: '/community?create=true' },
        { id: 'organization', label: 'New Organization', icon: <OrganizationIcon aria-hidden />, href: '/organizations/new' }
      ]}
    >
      <PlusIcon aria-hidden />
      <span className={styles.createWords}>
        Create New
        <ChevronDownIcon aria-hidden />
      </span>
    </MenuButton>
  )
}
