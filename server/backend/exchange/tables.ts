import type { Export, ImportSummary } from '../../../shared/contracts/exchange.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    media_coverage: MediaCoverageTable
    export_file: ExportFileTable
    import_session: ImportSessionTable
  }
}

/** Coverage of an image by a machine, also where it found nothing. */
export interface MediaCoverageTable {
  media_id: string
  /** Id of the import. */
  source_id: string
  covered_at: string
}

export interface ExportFileTable {
  id: string
  project_id: string
  format: Export['format']
  /** JSON of ExportOptions. */
  options: string
  file_name: string
  job_id: string | null
  /** Null until it is written. */
  size_bytes: number | null
  /** JSON of the counts, losses and faults; null until the job ended. */
  report: string | null
  created_by: string | null
  created_at: string
  finished_at: string | null
  expires_at: string
}

export interface ImportSessionTable {
  id: string
  project_id: string
  file_name: string
  size_bytes: number
  format: ImportSummary['format']
  /** JSON of ImportOptions. */
  options: string
  state: Exclude<ImportSummary['state'], 'failed'>
  /** The newest job. */
  job_id: string | null
  /** JSON of the expected changes, including corrections; null until the file was read. */
  preview: string | null
  /** JSON of the changes that were made. */
  result: string | null
  /**
   * Also `modified_at` of its annotations and `created_at` of its samples. Null when there is nothing to undo, or an older version applied
   * it.
   */
  applied_at: string | null
  /** All of its annotations are between these two; null when it has none. */
  first_annotation_id: string | null
  last_annotation_id: string | null
  revision: number
  created_by: string | null
  created_at: string
  expires_at: string
}
