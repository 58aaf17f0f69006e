import { newId } from '../../lib/ids.ts'
import { unreviewed } from './review/review-after.ts'

/** Row of an unlabelled sample point, without its shape. */
export const newPoint = (point: { id: string; projectId: string; mediaId: string; accountId: string; at: string }) => ({
  id: point.id,
  project_id: point.projectId,
  media_id: point.mediaId,
  shape_kind: 'point' as const,
  area: 0,
  label_id: null,
  confidence: null,
  attributes: '{}',
  ...unreviewed,
  source: 'human' as const,
  annotator: null,
  created_by: point.accountId,
  created_at: point.at,
  modified_by: point.accountId,
  modified_at: point.at,
  revision: 1,
  operation_id: newId(),
  operation_kind: 'create' as const,
  removed_at: null
})
