import { NotFound } from '../../lib/errors.ts'
import { HopelessJob } from './queue.ts'

/**
 * Reads the subject of a job. If it no longer exists, the job fails for good. After any other error the job is retried, because a lost
 * connection or a lock must not end long work.
 * @throws HopelessJob with `goneMessage` when the subject does not exist; rethrows any other error
 */
export function jobSubject<T>(read: Promise<T>, goneMessage: string): Promise<T> {
  return read.catch(error => {
    throw error instanceof NotFound ? new HopelessJob(goneMessage, { cause: error }) : error
  })
}
