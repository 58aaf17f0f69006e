import t from 'tap'
import { jobSubject } from '../../../../server/backend/jobs/job-subject.ts'
import { HopelessJob } from '../../../../server/backend/jobs/queue.ts'
import { NotFound } from '../../../../server/lib/errors.ts'

const errorOf = (reading: Promise<unknown>) => reading.then(() => null).catch(error => error)

t.test('a job ends without its subject, and is retried after a failed read', async t => {
  t.equal(await jobSubject(Promise.resolve(7), 'The bulk edit no longer exists'), 7)

  const gone = await errorOf(jobSubject(Promise.reject(new NotFound('The bulk edit')), 'The bulk edit no longer exists'))
  t.ok(gone instanceof HopelessJob)
  t.equal(gone.message, 'The bulk edit no longer exists')

  const locked = new Error('database is locked')
  t.equal(await errorOf(jobSubject(Promise.reject(locked), 'The bulk edit no longer exists')), locked)
})
