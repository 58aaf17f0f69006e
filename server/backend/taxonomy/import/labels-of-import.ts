import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition on `label` that is true for labels added by the import at the given time. The first revision is the row itself or the oldest
 * version in its history.
 */
export const wasAddedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at = ${at} and (
  (label.revision = 1 and label.change_kind = 'import')
  or exists (
    select 1 from label_version as first
    where first.label_id = label.id and first.revision = 1 and first.kind = 'import' and first.at = ${at})))`

/** SQL condition on `label` that is true for labels changed by the import at the given time. */
export const wasChangedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at < ${at} and (
  (label.modified_at = ${at} and label.change_kind = 'import')
  or exists (
    select 1 from label_version as version where version.label_id = label.id and version.kind = 'import' and version.at = ${at})))`

/** SQL condition on `label` that is true for labels added or changed by the import at the given time. */
export const labelsOfImport = (at: string): RawBuilder<boolean> => sql`(${wasAddedAt(at)} or ${wasChangedAt(at)})`
