import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Replaces the canvas when the project has no images, or when none matches the filter. */
export function NoImages({ projectId, filter, onShowAll }: { projectId: string; filter: string; onShowAll: () => void }) {
  return filter ? (
    <EmptyState level={1} title="No image matches the filter" actions={<Button onClick={onShowAll}>Show all images</Button>}>
      <p>No image or annotation of this project meets its conditions.</p>
    </EmptyState>
  ) : (
    <EmptyState
      level={1}
      title="Nothing to annotate yet"
      ground={<IsobathCover seed={projectId} />}
      actions={<Link to={projectPath(projectId)}>Add images in the Overview</Link>}
    >
      <p>Images appear here as soon as they are added. You can then annotate and label them.</p>
    </EmptyState>
  )
}
