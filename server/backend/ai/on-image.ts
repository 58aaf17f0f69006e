import { sql } from 'kysely'

/**
 * SQL condition on `ai_suggestion`: the annotation still has the doubted label. The condition is also true for suggestions that are not label doubts.
 */
export const isStillDoubted = sql<boolean>`(ai_suggestion.checked_label_id is null or exists (
  select 1 from annotation where annotation.id = ai_suggestion.annotation_id and annotation.removed_at is null
    and annotation.label_id = ai_suggestion.checked_label_id))`

/** SQL condition on `ai_suggestion`: its image is not in the bin. */
export const isOnImage = sql<boolean>`exists (select 1 from media where media.id = ai_suggestion.media_id and media.removed_at is null)`
