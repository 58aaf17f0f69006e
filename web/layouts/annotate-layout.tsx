import { NavLink, Outlet, useParams } from 'react-router-dom'
import styles from './annotate-layout.module.css'
import { projectPath } from './places.tsx'

const parts = [
  { path: 'annotate', label: 'Annotate' },
  { path: 'annotate/review', label: 'Review' },
  { path: 'annotate/results', label: 'Results' },
  { path: 'annotate/sites', label: 'Sites' },
  { path: 'annotate/exchange', label: 'Import and export' }
]

/** What is done with images: mark them, look the marks over, read the result, hand it on. */
export function Component() {
  const { projectId = '' } = useParams()
  return (
    <div className={styles.area}>
      <nav className={styles.tabs} aria-label="Annotate">
        {parts.map(({ path, label }) => (
          <NavLink key={path} to={projectPath(projectId, path)} end className={styles.tab}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
