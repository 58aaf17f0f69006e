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
  /** Number of all tries; it never decreases, so it identifies the try that has the job. */
  attempts: number
  /** Tries that do not count: those before a person retried the job, and those that a stopping server ended. */
  attempts_before: Generated<number>
  run_after: string
  created_at: string
  finished_at: string | null
}
