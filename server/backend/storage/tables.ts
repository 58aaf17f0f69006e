/** Boolean column, 0 or 1. Times are stored as RFC 3339 text and JSON as text, identically on both databases. */
export type Flag = 0 | 1

/** Row types of all tables, by table name. Each module adds its own tables in `<noun>/tables.ts`. */
export interface Tables {
  schema_version: { version: number; name: string; applied_at: string }
}
