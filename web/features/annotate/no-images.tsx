import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { words } from './no-images-words.ts'

/** Empty state in place of the canvas, for a project without images or a filter without matches. */
export function NoImages({ projectId, filter, onShowAll }: { projectId: string; filter: string; onShowAll: () => void }) {
  return filter ? (
    <EmptyState level={1} title={words.noMatch} actions={<Button onClick={onShowAll}>{words.all}</Button>}>
      <p>{words.noMatchAbout}</p>
    </EmptyState>
  ) : (
    <EmptyState
      level={1}
      title={words.title}
      ground={<LazyGround seed={projectId} />}
      actions={<Link to={projectPath(projectId)}>{words.add}</Link>}
    >
      <p>{words.about}</p>
    </EmptyState>
  )
}
