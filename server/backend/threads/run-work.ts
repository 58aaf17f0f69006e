import { parentPort } from 'node:worker_threads'
import { HopelessJob } from '../jobs/queue.ts'
import { asStorageError } from '../storage/durable-files.ts'
import type { FromThread, ToThread } from './in-thread.ts'
import { asFailing } from './refusal.ts'
import type { TaskPlace, Ways } from './ways.ts'
import { works } from './works.ts'

const send = (message: FromThread) => parentPort?.postMessage(message)

const hopeless = ({ message }: HopelessJob): FromThread => ({ kind: 'refused', refusal: { message, code: 'HOPELESS', statusCode: 422 } })

type AnyWork = (task: TaskPlace, ways: Ways<unknown, unknown>) => Promise<unknown>

/** Handles the tasks sent to a worker thread, one at a time. */
export function runWorks(): void {
  let goOn: (answer: unknown) => void = () => {}
  parentPort?.on('message', (message: ToThread) => {
    if (message.kind === 'answer') goOn(message.answer)
    else void run(message)
  })

  /** Runs one task and reports its end, once all of its resources are closed. */
  async function run({ work, task }: Extract<ToThread, { kind: 'begin' }>): Promise<void> {
    try {
      const doWork = (await works[work]()) as unknown as AnyWork
      const result = await doWork(task, {
        onProgress: (done, total) => send({ kind: 'progress', done, total }),
        step: step =>
          new Promise(resolve => {
            goOn = resolve
            send({ kind: 'step', step })
          })
      })
      send({ kind: 'done', result })
    } catch (error) {
      send(error instanceof HopelessJob ? hopeless(error) : asFailing(asStorageError(error) as Error))
    }
  }
}
