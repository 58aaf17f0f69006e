import { modules } from './modules.ts'
import type { Migration } from './storage/migration.ts'

/** Migrations of all nouns, ordered by number. */
export const migrations: readonly Migration[] = modules
  .flatMap(({ migrations = [] }) => migrations)
  .sort((one, other) => one.version - other.version)

export const schemaVersion = migrations.at(-1)?.version ?? 0
