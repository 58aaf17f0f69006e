import { parentPort } from 'node:worker_threads'
import { HopelessJob } from '../jobs/queue.ts'
import { openDatabase } from '../storage/database.ts'
import { asStorageError } from '../storage/durable-files.ts'
import type { ThreadMessage, ThreadTask } from './in-thread.ts'

const progressEveryMs = 200

const tell = (message: ThreadMessage) => parentPort?.postMessage(message)

/** Does one task and tells how it ended, when nothing of it is open any more. */
export async function runTask(task: ThreadTask): Promise<void> {
  const storage = openDatabase(task)
  let end: ThreadMessage
  let toldAt = 0
  const onProgress = (done: number, total: number | null) => {
    if (Date.now() - toldAt < progressEveryMs) return
    toldAt = Date.now()
    tell({ kind: 'progress', done, total })
  }
  try {
    if (task.kind === 'export') {
      const { writeExport } = await import('./exports/write-export.ts')
      end = { kind: 'done', result: await writeExport(storage, task, onProgress) }
    } else {
      const { checkImport } = await import('./imports/check.ts')
      end = { kind: 'done', result: await checkImport(storage.db, task, onProgress) }
    }
  } catch (given) {
    const error = asStorageError(given)
    const { message = String(error), stack = '', statusCode = 500 } = error as Error & { statusCode?: number }
    const isRefusal = error instanceof HopelessJob || (statusCode >= 400 && statusCode < 500)
    end = isRefusal ? { kind: 'refused', message } : { kind: 'failed', message, stack }
  }
  await storage.close()
  tell(end)
}
