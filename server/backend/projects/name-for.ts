import { sql } from 'kysely'

/**
 * SQL: the name of a joined account for a viewer. An e-mail address stands in for a missing name, for members of the project alone.
 * @param projectId column with the project
 */
export const nameFor = (viewerId: string | null, projectId: `${string}.project_id`) =>
  sql<string | null>`coalesce(account.name, (
    select account.email from project_member
    where project_member.project_id = ${sql.ref(projectId)} and project_member.account_id = ${viewerId}))`
