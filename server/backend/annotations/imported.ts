import { type RawBuilder, sql } from 'kysely'

/** Facts of an applied import, as values or SQL. Null facts match nothing. */
interface Applied {
  firstId: RawBuilder<unknown> | string | null
  lastId: RawBuilder<unknown> | string | null
  /** RFC 3339. */
  at: RawBuilder<unknown> | string | null
}

/**
 * SQL condition on `annotation` that is true for the annotations that an import created, in any state. The first revision of an annotation is its own
 * row, or the oldest row in its history. The undo of an import and the filter in Review share this condition.
 */
export const isImported = ({ firstId, lastId, at }: Applied): RawBuilder<boolean> => sql`(
  annotation.id >= ${firstId} and annotation.id <= ${lastId} and (
    (annotation.revision = 1 and annotation.operation_kind = 'import' and annotation.modified_at = ${at})
    or exists (
      select 1 from annotation_version as first
      where first.annotation_id = annotation.id and first.revision = 1 and first.operation_kind = 'import' and first.at = ${at})))`

/** SQL condition as above, by the id of the import. No annotation matches if the project has no such import. */
export function isOfImport(projectId: string, importId: string): RawBuilder<boolean> {
  const fact = (column: 'first_annotation_id' | 'last_annotation_id' | 'applied_at') =>
    sql`(select ${sql.ref(column)} from import_session where id = ${importId} and project_id = ${projectId})`
  return isImported({ firstId: fact('first_annotation_id'), lastId: fact('last_annotation_id'), at: fact('applied_at') })
}
