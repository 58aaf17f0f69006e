import { sql } from 'kysely'
import type { Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { interruptible } from '../../storage/interruptible.ts'
import { shownTo } from '../rounds/blind.ts'
import { person } from './filter-sql.ts'

/** Reads at most 500 annotators of a project, most annotations first. Unless the viewer works blind, the query reads only the index of annotators. */
export async function annotatorsOf(db: Database, sight: Sight): Promise<{ id: string; name: string; annotationCount: number }[]> {
  const { rows } = await sql<{ id: string; name: string | null; annotationCount: number }>`
    select made.id, coalesce(account.name, account.email) as name, made.count as "annotationCount"
    from (
      select ${person} as id, count(*) as count from annotation
      where annotation.project_id = ${sight.projectId} and annotation.removed_at is null and ${person} is not null
        and ${shownTo(sight)} and ${interruptible(db)}
      group by ${person}
    ) as made
    left join account on account.id = made.id
    order by made.count desc, made.id limit 500`.execute(db)
  return rows.map(row => ({ ...row, name: row.name ?? row.id }))
}
