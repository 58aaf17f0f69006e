import type { Manifest } from '../../../../shared/contracts/uploaded-models.ts'
import { coverLabelLimit } from '../../../../shared/limits.ts'

/** Returns the reason why a model cannot predict sample points for cover; null if it can. */
export function coverObstacle({ task, labels }: Pick<Manifest, 'task' | 'labels'>): 'findsObjects' | 'manyLabels' | null {
  if (task !== 'classify' && task !== 'segment_semantic') return 'findsObjects'
  return labels.length > coverLabelLimit ? 'manyLabels' : null
}
