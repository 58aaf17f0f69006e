import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { IconButton } from '../ui/button.tsx'
import { HelpIcon, MenuIcon, SearchIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { writeKeys } from '../ui/shortcuts.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { CreateMenu } from './create-menu.tsx'
import styles from './header.module.css'
import { NoticeBell } from './notice-bell.tsx'
import { pageTitle } from './page-title.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import type { ShownProject } from './sidebar.tsx'
import * as texts from './texts.ts'
import { useRest } from './use-rest.ts'

const WaitingChip = lazyPart(() => import('../features/waiting/waiting-chip.tsx'))

interface HeaderProps {
  project?: ShownProject
  expanded: boolean
  onToggle: () => void
  onSearch: () => void
  onHelp: () => void
}

/** Header with the current place at the left and the global actions at the right. */
export function Header({ project, expanded, onToggle, onSearch, onHelp }: HeaderProps) {
  const title = pageTitle(useLocation().pathname)
  const isRested = useRest()
  const toggle = expanded ? texts.collapse : texts.expand
  return (
    <header className={styles.header}>
      <IconButton label={toggle} aria-expanded={expanded} aria-controls="sidebar" onClick={onToggle}>
        <MenuIcon />
      </IconButton>
      <div className={styles.place}>
        {project && (
          <>
            <ProjectSwitcher project={project} />
            <span className={styles.step} aria-hidden="true">
              /
            </span>
          </>
        )}
        <p className={styles.title}>{title}</p>
      </div>
      <div className={styles.tools}>
        <Suspense fallback={null}>{isRested && <WaitingChip />}</Suspense>
        <button type="button" className={styles.search} onClick={onSearch}>
          <SearchIcon aria-hidden />
          <span className={styles.searchWords}>
            {texts.goTo} <VisuallyHidden>{texts.goToAbout}</VisuallyHidden>
          </span>
          <span className={styles.searchKeys} aria-hidden="true">
            {writeKeys('mod+k')}
          </span>
        </button>
        {!project && <CreateMenu />}
        <IconButton label={texts.help} tip={texts.helpTip} className={styles.help} onClick={onHelp}>
          <HelpIcon />
        </IconButton>
        <NoticeBell />
        <AvatarMenu onHelp={onHelp} />
      </div>
    </header>
  )
}
