declare module '../storage/tables.ts' {
  interface Tables {
    publication: PublicationTable
  }
}

export interface PublicationTable {
  project_id: string
  /** JSON of a publication as it was written. */
  content: string
  revision: number
  modified_at: string
}
