import type { ServerJob } from '../../../shared/contracts/administration.ts'
import { NotFound } from '../../lib/errors.ts'
import { blindByProject } from '../annotations/rounds/blind.ts'
import { jobAsSeen } from '../jobs/as-seen.ts'
import { type JobRow, toJob } from '../jobs/records.ts'
import type { Blind } from '../projects/scope.ts'
import type { Services } from '../services.ts'
import type { Viewer } from '../viewer.ts'

const statesOf = { open: ['waiting', 'running'], failed: ['failed'] } as const

interface JobQuery {
  state?: keyof typeof statesOf
  limit?: number
  cursor?: string
}

/** Jobs of all projects. An administrator who works blind in a project sees no more of its jobs than its other blind members. */
export function serverJobs({ db, jobKinds }: Pick<Services, 'db' | 'jobKinds'>) {
  const select = () => db.selectFrom('job').leftJoin('project', 'project.id', 'job.project_id').selectAll('job').select('project.title')

  function asSeen({ title, ...row }: JobRow & { title: string | null }, blinds: Map<string, Blind>): ServerJob | null {
    const seen = jobAsSeen(jobKinds, toJob(row), { blind: blinds.get(row.project_id ?? '') ?? null })
    return seen && { ...seen, projectTitle: title }
  }

  return {
    async list({ accountId }: Viewer, { state = 'open', limit = 50, cursor }: JobQuery) {
      const rows = await select()
        .where('job.state', 'in', statesOf[state])
        .$if(cursor !== undefined, query => query.where('job.id', '<', cursor as string))
        .orderBy('job.id', 'desc')
        .limit(limit + 1)
        .execute()
      const blinds = await blindByProject(db, accountId)
      const page = rows.slice(0, limit)
      return {
        items: page.flatMap(row => asSeen(row, blinds) ?? []),
        nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null
      }
    },

    /** @throws NotFound */
    async get({ accountId }: Viewer, jobId: string): Promise<ServerJob> {
      const row = await select().where('job.id', '=', jobId).executeTakeFirst()
      const job = row && asSeen(row, await blindByProject(db, accountId))
      if (!job) throw new NotFound('The job')
      return job
    }
  }
}
