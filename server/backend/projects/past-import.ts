import type { PastImport } from '../../../shared/contracts/past-import.ts'

/** Import of a file into a project, which can be undone. */
export interface PastImportTable {
  id: string
  project_id: string
  file_name: string
  count: number
  account_id: string | null
  at: string
  /** JSON of the result of undoing the import; null until then. */
  undone: string | null
}

/** @param row with the name of the person; null for one without a name, and for a deleted account */
export const toPastImport = (row: PastImportTable & { by: string | null }): PastImport => ({
  id: row.id,
  projectId: row.project_id,
  fileName: row.file_name,
  count: row.count,
  at: row.at,
  by: row.by,
  isFormerMember: row.account_id === null,
  undone: row.undone === null ? null : JSON.parse(row.undone)
})
