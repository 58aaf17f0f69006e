import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { LabelUse, OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { formatFilter } from '../../../shared/filters.ts'
import { formatCount } from '../../ui/format.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { labelUse } from './queries.ts'

/** Review with the annotations of a label; `under`: and of those under it. */
export function reviewPath(projectId: string, labelId: string, operator: 'is' | 'under' = 'is'): string {
  const filter = formatFilter([[{ field: 'label', operator, value: labelId }]])
  return `${projectPath(projectId, 'annotate/review')}?${new URLSearchParams({ filter })}`
}

/** Review with what has a label or one under it; null where nothing has. */
export function annotationsPath(projectId: string, { id, annotationCount = 0 }: OutlineLabel, tree: CatalogTree): string | null {
  const total = tree.totalOf(id)
  return total === 0 ? null : reviewPath(projectId, id, total === annotationCount ? 'is' : 'under')
}

interface TouchedProps extends Pick<LabelUse, 'annotationCount'> {
  projectId: string
  /** The label that they have now. */
  labelId: string
  /** Undefined while it is not known yet. */
  imageCount: number | undefined
}

/** How many annotations on how many images a change touches, and the way to them. */
export function Touched({ projectId, labelId, annotationCount, imageCount }: TouchedProps) {
  const images = imageCount === undefined ? '' : ` on ${formatCount(imageCount, 'image')}`
  const words = `${formatCount(annotationCount, 'annotation')}${images}`
  return annotationCount === 0 ? words : <Link to={reviewPath(projectId, labelId)}>{words}</Link>
}

/** The annotations and labels that a change of this label would affect. */
export function WouldTouch({ projectId, label }: { projectId: string; label: OutlineLabel }) {
  const { annotationCount = label.annotationCount ?? 0, imageCount } = useQuery(labelUse(label.id)).data ?? {}
  return <Touched projectId={projectId} labelId={label.id} annotationCount={annotationCount} imageCount={imageCount} />
}
