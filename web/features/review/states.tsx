import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './review.module.css'
import { texts } from './texts.ts'

const { empty: words } = texts

const ghosts = Array.from({ length: 24 }, (_, place) => place)

export function GridSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {ghosts.map(place => (
        <div key={place} aria-hidden>
          <span className={styles.ghost} />
          <span className={styles.ghost} />
        </div>
      ))}
    </div>
  )
}

export function NothingYet({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      title={words.title}
      ground={<LazyGround seed={projectId} />}
      actions={<Link to={projectPath(projectId, 'annotate')}>{words.annotate}</Link>}
    >
      <p>{words.about}</p>
    </EmptyState>
  )
}

export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title={words.noMatch} actions={<Button onClick={onClear}>{words.clearFilter}</Button>}>
      <p>{words.noMatchAbout}</p>
    </EmptyState>
  )
}
