import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import styles from './outside.module.css'
import { texts } from './texts.ts'

const { frame: words } = texts

/** Layout shared by the screens for observations and outside data, which are part of the map. */
export function OutsideFrame({ projectId, mayEdit, children }: { projectId: string; mayEdit: boolean; children: ReactNode }) {
  const [, here = ''] = /\/map\/(?:outside\/)?(inbox|rules|datasets|observations)$/.exec(useLocation().pathname) ?? []
  const links = [
    { path: 'map', label: words.map, isHere: false },
    { path: 'map/observations', label: words.observations, isHere: here === 'observations' },
    { path: 'map/outside', label: words.jobs, isHere: here === '' },
    { path: 'map/outside/inbox', label: words.inbox, isHere: here === 'inbox' },
    ...(mayEdit ? [{ path: 'map/outside/rules', label: words.rules, isHere: here === 'rules' }] : []),
    { path: 'map/outside/datasets', label: words.datasets, isHere: here === 'datasets' }
  ]
  return (
    <div className={styles.frame}>
      <PageLinks label={words.label}>
        {links.map(({ path, label, isHere }) => (
          <Link key={path} to={projectPath(projectId, path)} aria-current={isHere ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </PageLinks>
      {children}
    </div>
  )
}
