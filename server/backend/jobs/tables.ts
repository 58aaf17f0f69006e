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
  /** Total number of tries. It never decreases, so it identifies the try that holds the job. */
  attempts: number
  /** Number of tries that do not count towards the limit: tries before a manual retry or a pause, and tries ended by a server shutdown. */
  attempts_before: Generated<number>
  run_after: string
  created_at: string
  finished_at: string | null
}
