import t from 'tap'
import { jobContext } from '../../../../server/backend/jobs/job-context.ts'
import type { JobRecords, JobRow } from '../../../../server/backend/jobs/records.ts'
import type { Job } from '../../../../shared/contracts/jobs.ts'

/** Context of a try whose writes wait until they are released. */
function slowTry({ isHeld }: { isHeld: boolean }) {
  const written = Promise.withResolvers<Job | null>()
  const published = Promise.withResolvers<Job>()
  const heard: Job[] = []
  const records = { isHeld: async () => isHeld, progress: () => written.promise, get: async () => undefined } as unknown as JobRecords
  const context = jobContext({
    row: { id: 'a', kind: 'test', payload: '{}', attempts: 1 } as JobRow,
    isLastTry: false,
    abort: new AbortController(),
    reached: { done: 0, total: null },
    records,
    publish: job => {
      heard.push(job)
      published.resolve(job)
    }
  })
  return { context, written, published: published.promise, heard }
}

t.test('progress is published while its write still waits', async t => {
  const { context, written, published } = slowTry({ isHeld: true })
  const progress = context.progress(1, 2)
  t.match(await published, { done: 1, total: 2 })
  written.resolve({} as Job)
  await progress
})

t.test('a try that has lost its job publishes nothing while its write waits', async t => {
  const { context, written, heard } = slowTry({ isHeld: false })
  const progress = context.progress(1, 2)
  setTimeout(() => written.resolve(null), 500) // after the wait for the write
  await t.rejects(progress, /another worker has the job/)
  t.same(heard, [])
})
