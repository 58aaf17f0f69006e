import type { Database } from '../storage/database.ts'
import { inThread } from '../threads/in-thread.ts'
import { applyMetadata, type MediaChange } from './metadata-apply.ts'
import type { TableTask } from './table-task.ts'

export interface AttachRequest extends Omit<TableTask, 'file'> {
  /** Bytes of the table, which are transferred to the thread that reads them. */
  file: Uint8Array<ArrayBuffer>
  /** Called in the transaction when something changed. */
  onChange(transaction: Database, changedCount: number): Promise<void>
}

/**
 * Attaches a metadata table to the media of a project. A thread reads the table; one transaction writes all usable values.
 * @returns the report as JSON, and whether media changed
 * @throws NotATable @throws UnusableTable, having changed nothing @throws the reason of the signal
 */
export async function attachMetadata(
  db: Database,
  { onChange, ...task }: AttachRequest,
  signal: AbortSignal
): Promise<{ body: Uint8Array; isChanged: boolean }> {
  return inThread('table', task, { signal, transfer: [task.file.buffer] }, async next => {
    const first = await next()
    if (first.done) return { body: first.value, isChanged: false }
    return db.transaction().execute(async transaction => {
      let count = 0
      let step: IteratorResult<MediaChange[], Uint8Array> = first
      while (!step.done) {
        const changedCount = await applyMetadata(transaction, step.value)
        count += changedCount
        step = await next(changedCount)
      }
      if (count > 0) await onChange(transaction, count)
      return { body: step.value, isChanged: count > 0 }
    })
  })
}
