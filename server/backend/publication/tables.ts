declare module '../storage/tables.ts' {
  interface Tables {
    publication: PublicationTable
  }
}

export interface PublicationTable {
  project_id: string
  /** JSON of the publication as it was saved. */
  content: string
  revision: number
  modified_at: string
}
