import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { IsobathCover } from '../../charts/isobath-ground.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Instead of the canvas: a project without images, or a filter that fits none. */
export function NoImages({ projectId, filter, onShowAll }: { projectId: string; filter: string; onShowAll: () => void }) {
  return filter ? (
    <EmptyState level={1} title="No image fits the filter" actions={<Button onClick={onShowAll}>Show all images</Button>}>
      <p>Neither an image nor an annotation of this project is as the filter asks.</p>
    </EmptyState>
  ) : (
    <EmptyState
      level={1}
      title="Nothing to annotate yet"
      ground={<IsobathCover seed={projectId} />}
      actions={<Link to={projectPath(projectId)}>Add photographs in the Overview</Link>}
    >
      <p>Images of this project appear here as soon as they arrive. Then mark what is seen, and say what it is.</p>
    </EmptyState>
  )
}
