import { sql } from 'kysely'

/**
 * SQL expression for the name of the joined `account` as a viewer may see it. If a person has no name, only members of the project see the e-mail
 * address.
 * @param projectId column with the id of the project
 */
export const nameFor = (viewerId: string | null, projectId: `${string}.project_id`) =>
  sql<string | null>`coalesce(account.name, (
    select account.email from project_member
    where project_member.project_id = ${sql.ref(projectId)} and project_member.account_id = ${viewerId}))`
