import pino from 'pino'
import t from 'tap'
import { HopelessJob } from '../../../../server/backend/jobs/queue.ts'
import { jobWatch } from '../../../../server/backend/jobs/watch.ts'
import type { JobEnd } from '../../../../server/lib/job-end.ts'
import { logLines } from '../../../../server/lib/log-lines.ts'

const job = { id: 'a-job', kind: 'media.derive', project_id: 'a-project', attempts: 2, subject: 'reef.jpg' }
const named = { jobId: 'a-job', kind: 'media.derive', projectId: 'a-project', attempt: 2 }

t.test('start and end of a job are one line each, without names given by people', async t => {
  const lines: Record<string, unknown>[] = []
  const ends: JobEnd[] = []
  const watch = jobWatch(pino(logLines('info'), { write: line => lines.push(JSON.parse(line)) }), end => ends.push(end))
  watch.started(job)
  watch.ended(job, { outcome: 'done', durationMs: 120 })
  watch.ended(job, { outcome: 'cancelled', durationMs: 3 }, new Error('aborted'))
  watch.ended(job, { outcome: 'postponed', durationMs: 4 }, new Error('the disk hiccuped'))
  watch.ended(job, { outcome: 'failed', durationMs: 5 }, new HopelessJob('reef.jpg cannot be read'))
  t.match(lines, [
    { level: 'info', ...named, msg: 'job started' },
    { level: 'info', ...named, outcome: 'done', durationMs: 120, msg: 'job ended' },
    { level: 'info', ...named, outcome: 'cancelled', durationMs: 3, msg: 'job ended' },
    { level: 'error', ...named, outcome: 'postponed', durationMs: 4, msg: 'job failed', err: { message: 'the disk hiccuped' } },
    { level: 'info', ...named, outcome: 'failed', durationMs: 5, msg: 'job failed' }
  ])
  t.equal(lines.length, 5)
  t.notMatch(JSON.stringify(lines), 'reef.jpg')
  t.same(
    ends.map(({ kind, outcome, durationMs }) => [kind, outcome, durationMs]),
    [
      ['media.derive', 'done', 120],
      ['media.derive', 'cancelled', 3],
      ['media.derive', 'postponed', 4],
      ['media.derive', 'failed', 5]
    ]
  )
})
