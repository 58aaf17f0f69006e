import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

/** SQL for the id that the address of an opportunity leads to: the survivor of a merge, or the opportunity itself. */
export const survivorOf = (table: string) => sql<string>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`

/** Selects the ids of an opportunity and of all opportunities merged into it. */
export const idsLeadingTo = (db: Database, id: string) =>
  db
    .selectFrom('opportunity')
    .select('opportunity.id')
    .where(eb => eb.or([eb('opportunity.id', '=', id), eb('merged_into', '=', id)]))
