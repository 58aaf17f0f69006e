import type { Generated } from 'kysely'
import type { Job } from '../../../shared/contracts/jobs.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    job: JobTable
  }
}

export interface JobTable {
  id: string
  kind: string
  project_id: string | null
  subject: string | null
  payload: string
  state: Job['state']
  done: number
  total: number | null
  failure: string | null
  /** Counts every try and never goes back, so that it names the try that has the job. */
  attempts: number
  /** Tries that do not count: before a person tried it again, or ended by a server that stopped. */
  attempts_before: Generated<number>
  run_after: string
  created_at: string
  finished_at: string | null
}
