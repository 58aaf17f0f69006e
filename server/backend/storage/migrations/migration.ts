import type { Database, Dialect } from '../database.ts'

export interface Migration {
  /** Position in the list, from 1; never reused. */
  version: number
  name: string
  up(db: Database, dialect: Dialect): Promise<void>
}
