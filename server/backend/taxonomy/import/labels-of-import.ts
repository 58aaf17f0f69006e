import { type RawBuilder, sql } from 'kysely'

/** True for a label that the import of this time added: its first revision is its own row, or the oldest of its history. */
export const wasAddedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at = ${at} and (
  (label.revision = 1 and label.change_kind = 'import')
  or exists (
    select 1 from label_version as first
    where first.label_id = label.id and first.revision = 1 and first.kind = 'import' and first.at = ${at})))`

/** True for a label that the import of this time changed. */
export const wasChangedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at < ${at} and (
  (label.modified_at = ${at} and label.change_kind = 'import')
  or exists (
    select 1 from label_version as version where version.label_id = label.id and version.kind = 'import' and version.at = ${at})))`

/** True for a label that the import of this time added or changed. */
export const labelsOfImport = (at: string): RawBuilder<boolean> => sql`(${wasAddedAt(at)} or ${wasChangedAt(at)})`
