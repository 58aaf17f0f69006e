import { excludeEdits } from '../projects/edit-project.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { inThread } from '../threads/in-thread.ts'
import { applyMetadata, type MediaChange } from './metadata-apply.ts'
import type { TableTask } from './table-task.ts'

export interface AttachRequest extends Omit<TableTask, 'file'> {
  /** Content of the table. The content is transferred to the thread that reads the table. */
  file: Uint8Array<ArrayBuffer>
  /** Called within the transaction if any media changed. */
  onChange(transaction: AnyTransaction, changedCount: number): Promise<void>
}

/**
 * Attaches a metadata table to the media of a project. A thread reads the table. One transaction writes all usable values, so a failure changes
 * nothing.
 * @returns the report as JSON, and whether any media changed
 * @throws NotATable @throws UnusableTable @throws the abort reason of the signal
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
      await excludeEdits(transaction, task.projectId) // edits lock the project before its images
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
