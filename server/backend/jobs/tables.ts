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
  attempts: number
  run_after: string
  created_at: string
  finished_at: string | null
}
