import type { Database, Dialect } from './database.ts'

export interface Migration {
  /** Position among the migrations of all modules, from 1. Numbers are never reused. */
  version: number
  name: string
  up(db: Database, dialect: Dialect): Promise<void>
}
