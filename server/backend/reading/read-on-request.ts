import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { writeAnswer } from '../../lib/serializer.ts'
import { keptVectors } from '../ai/kept-vectors.ts'
import { columnsFolder } from '../map/columns-file.ts'
import { keptColumns } from '../map/kept-columns.ts'
import { type DatabasePlace, inSnapshot, openForReading } from '../storage/database.ts'
import { asFailing, type Failing } from '../threads/refusal.ts'
import { longReads, type ReadTask, readNow } from './long-reads.ts'

export type ReadEnd =
  /** JSON that follows the contract. */
  { kind: 'answer'; body: Uint8Array<ArrayBuffer> } | Failing

/** Runs reads in a reader thread as they are requested, one after another, over one database connection. */
export function readOnRequest(place: DatabasePlace): void {
  const db = openForReading(place)
  const memory = { columns: keptColumns(columnsFolder(place.dataDir)), vectors: keptVectors() }

  async function answer(task: ReadTask): Promise<Uint8Array<ArrayBuffer>> {
    const found = await inSnapshot(db, snapshot => readNow(snapshot, memory, task))
    return new TextEncoder().encode(writeAnswer(longReads[task.name].schema, found))
  }

  parentPort?.on('message', async (task: ReadTask) => {
    try {
      const body = await answer(task)
      parentPort?.postMessage({ kind: 'answer', body } satisfies ReadEnd, [body.buffer])
      flushCompileCache()
    } catch (error) {
      parentPort?.postMessage(asFailing(error as Error) satisfies ReadEnd)
    }
  })
}
