import { parentPort } from 'node:worker_threads'
import { HopelessJob } from '../jobs/queue.ts'
import { openDatabase } from '../storage/database.ts'
import { asStorageError } from '../storage/durable-files.ts'
import type { ThreadMessage, ThreadTask } from './in-thread.ts'

const progressEveryMs = 200

const tell = (message: ThreadMessage) => parentPort?.postMessage(message)

/** Does what the thread was started for, and tells how it ended. */
export async function runTask(task: ThreadTask): Promise<void> {
  const storage = openDatabase(task)
  let toldAt = 0
  const onProgress = (done: number, total: number | null) => {
    if (Date.now() - toldAt < progressEveryMs) return
    toldAt = Date.now()
    tell({ kind: 'progress', done, total })
  }
  try {
    if (task.kind === 'export') {
      const { writeExport } = await import('./exports/write-export.ts')
      tell({ kind: 'done', result: await writeExport(storage, task, onProgress) })
    } else {
      const { checkImport } = await import('./imports/check.ts')
      tell({ kind: 'done', result: await checkImport(storage.db, task, onProgress) })
    }
  } catch (given) {
    const error = asStorageError(given)
    const { message = String(error), stack = '', statusCode = 500 } = error as Error & { statusCode?: number }
    const isRefusal = error instanceof HopelessJob || (statusCode >= 400 && statusCode < 500)
    tell(isRefusal ? { kind: 'refused', message } : { kind: 'failed', message, stack })
  } finally {
    await storage.close()
  }
}
