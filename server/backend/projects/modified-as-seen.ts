import { type RawBuilder, sql } from 'kysely'
import type { Project } from '../../../shared/contracts/projects.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

/** Projects in which an account works blind, with the start of the earliest running round in each. */
export type BlindSince = ReadonlyMap<string, string>

export async function blindSince(db: Database, accountId: string): Promise<BlindSince> {
  const now = timestamp()
  const rows = await db
    .selectFrom('annotation_session_member')
    .innerJoin('annotation_session', 'annotation_session.id', 'annotation_session_member.session_id')
    .select(['annotation_session.project_id', ({ fn }) => fn.min('annotation_session.starts_at').as('since')])
    .where('annotation_session_member.account_id', '=', accountId)
    .where('annotation_session.starts_at', '<=', now)
    .where('annotation_session.ends_at', '>', now)
    .groupBy('annotation_session.project_id')
    .execute()
  return new Map(rows.map(row => [row.project_id, row.since]))
}

/**
 * Returns a project with the modification time that an account may see. Every annotation changes that time, so blind members see none later than the
 * start of their round.
 */
export function modifiedAsSeen(project: Project, blind: BlindSince): Project {
  const since = blind.get(project.id)
  return since !== undefined && project.modifiedAt > since ? { ...project, modifiedAt: since } : project
}

/** SQL expression on `project` for the modification time that `modifiedAsSeen` returns, for sorting. */
export function modifiedAtFor(blind: BlindSince): RawBuilder<string> {
  if (blind.size === 0) return sql.ref('project.modified_at')
  const cases = Array.from(
    blind,
    ([id, since]) => sql`when project.id = ${id} and project.modified_at > ${since} then cast(${since} as text)`
  )
  return sql`(case ${sql.join(cases, sql` `)} else project.modified_at end)`
}
