import { sql } from 'kysely'

/** Condition of a suggestion: its image is not in the bin. */
export const isOnImage = sql<boolean>`exists (select 1 from media where media.id = ai_suggestion.media_id and media.removed_at is null)`
