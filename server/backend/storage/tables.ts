/** Times are RFC 3339 text, booleans 0 or 1, JSON text; the same on both databases. */
export type Flag = 0 | 1

/** The rows of every table, by its name. Each noun adds its own tables in `<noun>/tables.ts`. */
export interface Tables {
  schema_version: { version: number; name: string; applied_at: string }
}
