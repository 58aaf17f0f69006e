import { ChevronDownIcon, PlusIcon } from '../ui/icons.tsx'
import { MenuButton } from '../ui/menu.tsx'
import styles from './header.module.css'
import { creations } from './places.tsx'
import * as texts from './texts.ts'

/** Menu for creating a project, a post or an organization. */
export function CreateMenu() {
  return (
    <MenuButton
      label={texts.create}
      variant="primary"
      className={styles.create}
      items={creations.map(({ id, label, icon, path }) => ({ id, label, icon, href: path }))}
    >
      <PlusIcon aria-hidden />
      <span className={styles.createWords}>
        {texts.create}
        <ChevronDownIcon aria-hidden />
      </span>
    </MenuButton>
  )
}
