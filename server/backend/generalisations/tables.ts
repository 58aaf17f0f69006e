import type { Grid } from '../../../shared/contracts/generalisations.ts'
import type { Role } from '../../../shared/contracts/projects.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    generalisation: GeneralisationTable
  }
}

/** Rule for the places of a whole project, or of images with a label or one of its descendants. */
export interface GeneralisationTable {
  id: string
  project_id: string
  /** Label to which the rule applies; null for the whole project. */
  label_id: string | null
  grid: Grid
  /** Lowest role that gets exact places. */
  from_role: Role
  revision: number
  created_at: string
  modified_at: string
}
