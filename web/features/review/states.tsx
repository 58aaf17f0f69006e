import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './review.module.css'

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
      title="Nothing to review yet"
      ground={<IsobathCover seed={projectId} />}
      actions={<Link to={projectPath(projectId, 'annotate')}>Annotate images</Link>}
    >
      <p>Annotations appear here as crops. Side by side, they show which do not belong.</p>
    </EmptyState>
  )
}

export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No annotation matches this filter" actions={<Button onClick={onClear}>Clear the filter</Button>}>
      <p>Remove a condition, or join two of them with “or”.</p>
    </EmptyState>
  )
}
