import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { LazyGround } from '../../charts/lazy-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import * as texts from './texts.ts'

/** Empty state in place of the canvas, for a project without images or a filter without matches. */
export function NoImages({ projectId, filter, onShowAll }: { projectId: string; filter: string; onShowAll: () => void }) {
  return filter ? (
    <EmptyState level={1} title={texts.noImages.noMatch} actions={<Button onClick={onShowAll}>{texts.noImages.all}</Button>}>
      <p>{texts.noImages.noMatchAbout}</p>
    </EmptyState>
  ) : (
    <EmptyState
      level={1}
      title={texts.noImages.title}
      ground={<LazyGround seed={projectId} />}
      actions={<Link to={projectPath(projectId)}>{texts.noImages.add}</Link>}
    >
      <p>{texts.noImages.about}</p>
    </EmptyState>
  )
}
