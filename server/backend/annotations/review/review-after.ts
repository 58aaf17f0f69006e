import type { Selectable } from 'kysely'
import type { ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { AnnotationTable } from '../tables.ts'

export type Review = Pick<Selectable<AnnotationTable>, 'review_state' | 'reviewed_by' | 'reviewed_at'>

/** Columns of an annotation without a review. */
export const unreviewed: Review = { review_state: 'proposed', reviewed_by: null, reviewed_at: null }

interface Revision {
  /** Label after the revision. When absent, the label stays. */
  labelId?: string | null | undefined
  /** Review state after the revision. When absent, the revision does not review. */
  reviewState?: ReviewState | undefined
}

/**
 * Review of an annotation after a revision. A new label resets it to unreviewed, unless the revision is also a review. A changed outline,
 * confidence or attribute leaves the review unchanged. So does a merge of labels.
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
