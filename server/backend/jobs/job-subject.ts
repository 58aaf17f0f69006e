import { NotFound } from '../../lib/errors.ts'
import { HopelessJob } from './queue.ts'

/**
 * Waits for the subject of a job to be read. Without its subject a job ends. After any other error it is retried: a lost connection or a
 * lock must not end long work.
 * @throws HopelessJob with this message when the subject was not found; any other error of the read unchanged
 */
export function jobSubject<T>(read: Promise<T>, goneMessage: string): Promise<T> {
  return read.catch(error => {
    throw error instanceof NotFound ? new HopelessJob(goneMessage, { cause: error }) : error
  })
}
