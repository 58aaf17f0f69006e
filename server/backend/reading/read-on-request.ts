import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { FieldError } from '../../../shared/contracts/common.ts'
import { writeAnswer } from '../../lib/serializer.ts'
import { type DatabasePlace, inSnapshot, openForReading } from '../storage/database.ts'
import { longReads, type ReadTask, readNow } from './long-reads.ts'

/** An error that becomes an answer, without what cannot be copied. */
export interface Refusal {
  message: string
  code: string
  statusCode: number
  errors?: FieldError[]
}

export type ReadEnd =
  /** JSON by the contract. */
  | { kind: 'answer'; body: Uint8Array<ArrayBuffer> }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; message: string; stack: string }

/** Does what the thread is sent, one read after another, over one connection. */
export function readOnRequest(place: DatabasePlace): void {
  const db = openForReading(place)

  async function answer(task: ReadTask): Promise<Uint8Array<ArrayBuffer>> {
    const found = await inSnapshot(db, snapshot => readNow(snapshot, task))
    return new TextEncoder().encode(writeAnswer(longReads[task.name].schema, found))
  }

  parentPort?.on('message', async (task: ReadTask) => {
    try {
      const body = await answer(task)
      parentPort?.postMessage({ kind: 'answer', body } satisfies ReadEnd, [body.buffer])
      flushCompileCache()
    } catch (error) {
      parentPort?.postMessage(asEnd(error as Error & Partial<Refusal>))
    }
  })
}

function asEnd({ message, stack = '', code = '', statusCode = 500, errors }: Error & Partial<Refusal>): ReadEnd {
  if (statusCode < 400 || statusCode >= 500) return { kind: 'failed', message, stack }
  return { kind: 'refused', refusal: { message, code, statusCode, ...(errors && { errors }) } }
}
