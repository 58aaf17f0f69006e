import { jobsApi } from '../../../shared/contracts/jobs.ts'
import { daily, type Module } from '../module.ts'
import { jobs } from './migrations/0004-jobs.ts'
import { jobRounds } from './migrations/0031-job-rounds.ts'
import { forgetFinishedJobs } from './records.ts'
import { jobRoutes } from './routes.ts'

/** Module for the job queue, its routes and its clean-up. */
export const jobsModule: Module = {
  contracts: [jobsApi],
  migrations: [jobs, jobRounds],
  routes: [jobRoutes],
  upkeep: [daily(({ db, jobKinds }) => forgetFinishedJobs(db, jobKinds))]
}
