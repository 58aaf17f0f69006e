import { lazy, Suspense } from 'react'
import { projectDropdownMaxHeightPx } from '../../shared/limits.ts'
import { SwitchIcon } from '../ui/icons.tsx'
import { PopoverButton } from '../ui/popover.tsx'
import styles from './header.module.css'
import type { ShownProject } from './sidebar.tsx'
import * as texts from './texts.ts'

const ProjectMenu = lazy(() => import('./project-menu.tsx'))

/** Menu with the current project and links to others. */
export function ProjectSwitcher({ project }: { project: ShownProject }) {
  return (
    <PopoverButton
      label={texts.switchProject(project.title)}
      bare
      className={styles.switcher}
      placement="bottom start"
      maxHeight={projectDropdownMaxHeightPx}
      popupClassName={styles.projects}
      trigger={
        <>
          <span className={styles.switcherTitle}>{project.title ?? texts.project}</span>
          <SwitchIcon aria-hidden />
        </>
      }
    >
      {close => (
        <Suspense fallback={<p className={styles.projectsState}>{texts.loadingProjects}</p>}>
          <ProjectMenu currentId={project.id} onLeave={close} />
        </Suspense>
      )}
    </PopoverButton>
  )
}
