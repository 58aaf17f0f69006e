import type { Selectable } from 'kysely'
import type { ReviewState } from '../../../../shared/contracts/annotations.ts'
import type { AnnotationTable } from '../tables.ts'

export type Review = Pick<Selectable<AnnotationTable>, 'review_state' | 'reviewed_by' | 'reviewed_at'>

/** Nobody has reviewed the annotation. */
export const unreviewed: Review = { review_state: 'proposed', reviewed_by: null, reviewed_at: null }

interface Revision {
  /** Absent: the label stays. */
  labelId?: string | null | undefined
  /** Absent: the revision does not review. */
  reviewState?: ReviewState | undefined
}

/**
 * The review of an annotation after a revision. Another label makes it a proposal again, unless the revision reviews it too. Another
 * outline, confidence or attribute leaves the review as it was; so does a merge of labels, which renames nothing.
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
