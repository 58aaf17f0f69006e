import type { Export, ImportSummary } from '../../../shared/contracts/exchange.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    media_coverage: MediaCoverageTable
    export_file: ExportFileTable
    import_session: ImportSessionTable
    import_fact: ImportFactTable
  }
}

/** Record that a machine processed an image, even if the machine found nothing. */
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
  /** Null until the file is written, and when errors prevented the export. */
  size_bytes: number | null
  /** JSON of the counts, losses and faults; null until the job has ended. */
  report: string | null
  created_by: string | null
  created_at: string
  finished_at: string | null
  expires_at: string
}

/** Facts of an image that an import wrote. */
export interface ImportFactTable {
  import_id: string
  /** Ids are in the order of writing. */
  id: string
  media_id: string
  /** JSON of WrittenFacts. */
  written: string
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
  /** Id of the newest job. */
  job_id: string | null
  /** JSON of the expected changes, including corrections; null until the file has been read. */
  preview: string | null
  /** JSON of ImportResult; null until the import is applied. */
  result: string | null
  /**
   * Time at which the import was applied. Its annotations have this time as `modified_at`, and its samples and labels as `created_at`. Null when
   * nothing can be undone, or when an older version of Isobath applied the import.
   */
  applied_at: string | null
  /** First id among the annotations of the import; null without annotations. All other ids lie between this id and the last. */
  first_annotation_id: string | null
  last_annotation_id: string | null
  revision: number
  created_by: string | null
  created_at: string
  expires_at: string
}
