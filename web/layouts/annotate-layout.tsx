import { lazy, Suspense, useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useParams } from 'react-router-dom'
import { projectPath } from '../../shared/addresses.ts'
import { useBlindness } from '../features/rounds/use-blindness.ts'
import { annotateTabs } from '../routes/project/annotate-tabs.ts'
import styles from './annotate-layout.module.css'

const BlindBanner = lazy(() => import('../features/rounds/blind-banner.tsx').then(module => ({ default: module.BlindBanner })))

/** Frame of the screens that work on images: tabs and the note of a blind session. */
export function Component() {
  const { projectId = '' } = useParams()
  const { round, key } = useBlindness(projectId)
  const tabs = useTabInView()
  return (
    <div className={styles.area} data-blind={round ? true : undefined}>
      <nav ref={tabs} className={styles.tabs} aria-label="Annotate">
        {annotateTabs.map(({ path, label }) => (
          <NavLink
            key={path}
            to={projectPath(projectId, `annotate/${path}`.replace(/\/\*?$/, ''))}
            end={path === ''}
            className={styles.tab}
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {round && (
        <Suspense fallback={null}>
          <BlindBanner round={round} />
        </Suspense>
      )}
      <Outlet key={key} />
    </div>
  )
}

/** Scrolls the row of tabs to the current one, which a phone may not show. */
function useTabInView() {
  const tabs = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const row = tabs.current
    const current = row?.querySelector<HTMLElement>('[aria-current="page"]')
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return tabs
}
