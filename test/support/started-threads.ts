import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Test } from 'tap'
import { takeThread } from '../../server/backend/threads/kept-thread.ts'
import type { Kind } from '../../server/backend/threads/works.ts'

/** Records the threads that this process starts from now on, until the test ends. Kept threads of this kind from earlier tests are discarded. */
export async function startedThreads(t: Test, kind?: Kind) {
  if (kind) await takeThread(kind, tmpdir()).terminate()
  const started: { name: string | null; worker: Worker; ended: Promise<unknown> }[] = []
  const note = (message: unknown) => {
    const { worker } = message as { worker: Worker }
    started.push({ name: worker.threadName, worker, ended: once(worker, 'exit') })
  }
  subscribe('worker_threads', note)
  t.teardown(() => unsubscribe('worker_threads', note))
  return started
}
