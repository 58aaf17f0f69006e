import { Link, NavLink } from 'react-router-dom'
import { copyrightYear } from '../../shared/limits.ts'
import { BackIcon } from '../ui/icons.tsx'
import { Logo, Mark } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { mainPlaces, type Place, projectPlaces } from './places.tsx'
import styles from './sidebar.module.css'
import * as texts from './texts.ts'

export interface ShownProject {
  id: string
  /** Title of the project; undefined until it is loaded. */
  title: string | undefined
}

interface SidebarProps {
  expanded: boolean
  project?: ShownProject
}

/** Sidebar with the sections of a project and a link back. Outside a project, it lists the main pages of the app. */
export function Sidebar({ expanded, project }: SidebarProps) {
  const places = project ? projectPlaces(project.id) : mainPlaces
  return (
    <div className={expanded ? styles.expanded : styles.sidebar}>
      <Link to="/dashboard" className={styles.home} aria-label={texts.dashboard}>
        {expanded ? <Logo /> : <Mark />}
      </Link>
      <nav className={styles.nav} aria-label={project ? texts.project : texts.main}>
        {project && (
          <div className={styles.project}>
            <Entry place={{ path: '/projects', label: texts.backToProjects, icon: <BackIcon aria-hidden /> }} expanded={expanded} isBack />
            <ProjectTitle title={project.title} expanded={expanded} />
          </div>
        )}
        <ul>
          {places.map(place => (
            <li key={place.path}>
              <Entry place={place} expanded={expanded} />
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.foot}>
        © {copyrightYear}
        {expanded && ' Isobath'}
      </p>
    </div>
  )
}

function Entry({ place, expanded, isBack = false }: { place: Place; expanded: boolean; isBack?: boolean }) {
  return (
    <NavLink
      to={place.path}
      end={isBack}
      className={isBack ? styles.back : styles.entry}
      data-tip={expanded ? undefined : place.label}
      data-tip-at="right"
    >
      {place.icon}
      <span className={styles.label}>{place.label}</span>
    </NavLink>
  )
}

function ProjectTitle({ title, expanded }: { title: string | undefined; expanded: boolean }) {
  if (title === undefined) return expanded ? <Skeleton width="70%" className={styles.waiting} /> : null
  return (
    <p className={styles.title} data-tip={title}>
      {title}
    </p>
  )
}
