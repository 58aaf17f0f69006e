import { type RawBuilder, sql } from 'kysely'

/** SQL on `label`: true when the import of this time added it. Its first revision is its own row, or the oldest of its history. */
export const wasAddedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at = ${at} and (
  (label.revision = 1 and label.change_kind = 'import')
  or exists (
    select 1 from label_version as first
    where first.label_id = label.id and first.revision = 1 and first.kind = 'import' and first.at = ${at})))`

/** SQL on `label`: true when the import of this time changed it. */
export const wasChangedAt = (at: string): RawBuilder<boolean> => sql`(label.created_at < ${at} and (
  (label.modified_at = ${at} and label.change_kind = 'import')
  or exists (
    select 1 from label_version as version where version.label_id = label.id and version.kind = 'import' and version.at = ${at})))`

/** SQL on `label`: true when the import of this time added or changed it. */
export const labelsOfImport = (at: string): RawBuilder<boolean> => sql`(${wasAddedAt(at)} or ${wasChangedAt(at)})`
