import { sql } from 'kysely'

/**
 * SQL for the name of the joined `account`, as a viewer sees it. Only members of the project see the e-mail address of a person without a
 * name.
 * @param projectId column with the project
 */
export const nameFor = (viewerId: string | null, projectId: `${string}.project_id`) =>
  sql<string | null>`coalesce(account.name, (
    select account.email from project_member
    where project_member.project_id = ${sql.ref(projectId)} and project_member.account_id = ${viewerId}))`
