import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

/** Id of the opportunity that the address of a row leads to: the one that it was merged into, or itself. */
export const survivorOf = (table: string) => sql<string>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`

/** Ids of an opportunity and of all that were merged into it. */
export const idsLeadingTo = (db: Database, id: string) =>
  db
    .selectFrom('opportunity')
    .select('opportunity.id')
    .where(eb => eb.or([eb('opportunity.id', '=', id), eb('merged_into', '=', id)]))
