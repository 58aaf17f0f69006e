import { lazy, Suspense } from 'react'
import { projectDropdownMaxHeightPx } from '../../shared/limits.ts'
import { SwitchIcon } from '../ui/icons.tsx'
import { PopoverButton } from '../ui/popover.tsx'
import styles from './header.module.css'
import type { ShownProject } from './sidebar.tsx'

const ProjectMenu = lazy(() => import('./project-menu.tsx'))

/** Menu of the current project, with links to others. */
export function ProjectSwitcher({ project }: { project: ShownProject }) {
  return (
    <PopoverButton
      label={`Switch project, current: ${project.title ?? 'loading'}`}
      bare
      className={styles.switcher}
      placement="bottom start"
      maxHeight={projectDropdownMaxHeightPx}
      popupClassName={styles.projects}
      trigger={
        <>
          <span className={styles.switcherTitle}>{project.title ?? 'Project'}</span>
          <SwitchIcon aria-hidden />
        </>
      }
    >
      {close => (
        <Suspense fallback={<p className={styles.projectsState}>Loading projects...</p>}>
          <ProjectMenu currentId={project.id} onLeave={close} />
        </Suspense>
      )}
    </PopoverButton>
  )
}
