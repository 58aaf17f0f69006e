import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import styles from './outside.module.css'
import { texts } from './texts.tsx'

const { frame: words } = texts

/** Frame of the screens for outside data, which belong to the map. */
export function OutsideFrame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const isInbox = useLocation().pathname.endsWith('/inbox')
  const links = [
    { path: 'map', label: words.map, isHere: false },
    { path: 'map/outside', label: words.jobs, isHere: !isInbox },
    { path: 'map/outside/inbox', label: words.inbox, isHere: isInbox }
  ]
  return (
    <div className={styles.frame}>
      <nav className={styles.tabs} aria-label={words.label}>
        {links.map(({ path, label, isHere }) => (
          <Link key={path} to={projectPath(projectId, path)} className={styles.tab} aria-current={isHere ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
