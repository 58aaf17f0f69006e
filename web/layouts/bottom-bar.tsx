import { NavLink } from 'react-router-dom'
import { MoreIcon } from '../ui/icons.tsx'
import styles from './bottom-bar.module.css'
import { bottomBarPlaces } from './places.tsx'
import * as texts from './texts.ts'

/** Navigation bar at the bottom of the screen on phones, with the sections of a project. */
export function BottomBar({ projectId, onMore }: { projectId: string; onMore: () => void }) {
  return (
    <nav className={styles.bar} aria-label={texts.sections}>
      {bottomBarPlaces(projectId).map(({ path, label, phoneLabel, icon }) => (
        <NavLink key={path} to={path} className={styles.entry} aria-label={label}>
          {icon}
          {phoneLabel ?? label}
        </NavLink>
      ))}
      <button type="button" className={styles.entry} onClick={onMore} aria-controls="sidebar" aria-expanded={false}>
        <MoreIcon aria-hidden />
        {texts.more}
      </button>
    </nav>
  )
}
