import { sql } from 'kysely'

/** SQL: the name of a joined account. An e-mail address stands in for a missing name, for members of the project alone. */
export const nameFor = (
  viewerId: string,
  projectId: 'scraper_job.project_id' | 'scraped_record.project_id' | 'record_decision.project_id'
) =>
  sql<string | null>`coalesce(account.name, (
    select account.email from project_member
    where project_member.project_id = ${sql.ref(projectId)} and project_member.account_id = ${viewerId}))`
