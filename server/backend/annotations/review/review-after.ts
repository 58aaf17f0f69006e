import type { Selectable } from 'kysely'
import type { ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { AnnotationTable } from '../tables.ts'

export type Review = Pick<Selectable<AnnotationTable>, 'review_state' | 'reviewed_by' | 'reviewed_at'>

/** Review columns of an annotation that has not been reviewed. */
export const unreviewed: Review = { review_state: 'proposed', reviewed_by: null, reviewed_at: null }

interface Revision {
  /** Label after the revision. If absent, the label stays. */
  labelId?: string | null | undefined
  /** Review state after the revision. If absent, the revision is not a review. */
  reviewState?: ReviewState | undefined
}

/**
 * Review of an annotation after a revision. A new label resets the review, unless the revision is also a review. Changes to the outline,
 * confidence or attributes leave the review unchanged.
 */
export function reviewAfter(
  before: Review & { label_id: string | null },
  { labelId = before.label_id, reviewState }: Revision,
  { accountId, at }: { accountId: string | null; at: string }
): Review {
  if (reviewState === 'proposed') return unreviewed
  if (reviewState !== undefined) return { review_state: reviewState, reviewed_by: accountId, reviewed_at: at }
  if (labelId !== before.label_id) return unreviewed
  return { review_state: before.review_state, reviewed_by: before.reviewed_by, reviewed_at: before.reviewed_at }
}
