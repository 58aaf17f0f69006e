import { sql } from 'kysely'

/** Id of the opportunity that the address of a row leads to: the one that it was merged into, or itself. */
export const survivorOf = (table: string) => sql<string>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`
