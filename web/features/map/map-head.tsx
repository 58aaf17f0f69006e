import { type ReactNode, Suspense } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TableIcon } from '../../ui/icons.tsx'
import styles from './map.module.css'
import { texts } from './texts.ts'

interface MapHeadProps {
  projectId: string
  /** Sentence with the numbers of sites and records in view. */
  state: string
  showsList: boolean
  onList: (showsList: boolean) => void
  /** Filter, which is loaded lazily. */
  children: ReactNode
}

/** Header of the map with its title, its filter, and the buttons for the list and outside data. */
export function MapHead({ projectId, state, showsList, onList, children }: MapHeadProps) {
  return (
    <div className={styles.head}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <Suspense fallback={null}>{children}</Suspense>
      <p className={styles.state} aria-live="polite">
        {state}
      </p>
      <Button size="small" icon={<TableIcon aria-hidden />} aria-pressed={showsList} onClick={() => onList(!showsList)}>
        {texts.list}
      </Button>
      <LinkButton size="small" to={projectPath(projectId, 'map/observations')}>
        {texts.observations}
      </LinkButton>
      <LinkButton size="small" to={projectPath(projectId, 'map/outside')}>
        {texts.outside}
      </LinkButton>
    </div>
  )
}
