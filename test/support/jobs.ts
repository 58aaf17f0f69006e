import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../shared/contracts/jobs.ts'
import type { Person } from './backend.ts'

const ended = new Set<Job['state']>(['done', 'failed', 'cancelled'])

/** Waits until every job of a project has ended. @returns the jobs, newest first */
export async function finishedJobs(person: Person, projectId: string): Promise<Job[]> {
  for (;;) {
    const { items } = (await person.get(`/projects/${projectId}/jobs`)).json<{ items: Job[] }>()
    if (items.every(job => ended.has(job.state))) return items
    await pause(20)
  }
}
