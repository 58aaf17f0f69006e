import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import type { LabelUse, OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { formatFilter } from '../../../shared/filters.ts'
import type { CatalogTree } from './catalog-tree.ts'
import { labelUse } from './queries.ts'
import { dialogTexts as texts } from './texts.ts'

/** Returns the URL of Review with the annotations of a label. With `under`, those of its descendants are included. */
export function reviewPath(projectId: string, labelId: string, operator: 'is' | 'under' = 'is'): string {
  const filter = formatFilter([[{ field: 'label', operator, value: labelId }]])
  return `${projectPath(projectId, 'annotate/review')}?${new URLSearchParams({ filter })}`
}

/** Returns the URL of Review with the annotations of a label and its descendants; null without any. */
export function annotationsPath(projectId: string, { id, annotationCount = 0 }: OutlineLabel, tree: CatalogTree): string | null {
  const total = tree.totalOf(id)
  return total === 0 ? null : reviewPath(projectId, id, total === annotationCount ? 'is' : 'under')
}

interface TouchedProps extends Pick<LabelUse, 'annotationCount'> {
  projectId: string
  /** Current label of the annotations. */
  labelId: string
  /** Number of images; undefined while the number is loading. */
  imageCount: number | undefined
}

/** Numbers of annotations and images that a change affects, linked to Review. */
export function Touched({ projectId, labelId, annotationCount, imageCount }: TouchedProps) {
  const words = texts.touched(annotationCount, imageCount)
  return annotationCount === 0 ? words : <Link to={reviewPath(projectId, labelId)}>{words}</Link>
}

/** Numbers of annotations and images that a change to this label would affect. */
export function WouldTouch({ projectId, label }: { projectId: string; label: OutlineLabel }) {
  const { annotationCount = label.annotationCount ?? 0, imageCount } = useQuery(labelUse(label.id)).data ?? {}
  return <Touched projectId={projectId} labelId={label.id} annotationCount={annotationCount} imageCount={imageCount} />
}
