import { StaleRevision } from '../../../lib/errors.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { Database } from '../../storage/database.ts'
import type { applyJob } from './apply.ts'
import type { checkJob } from './check-upload.ts'
import type { ImportRepository, ImportRow } from './repository.ts'
import type { undoJob } from './undo.ts'

type ChangedImport = Pick<ImportRow, 'id' | 'project_id' | 'file_name' | 'revision'>

interface ImportJob {
  kind: typeof checkJob | typeof applyJob | typeof undoJob
  accountId: string
  change: { state: 'checking' | 'applying' | 'undoing'; options?: string; preview?: null }
}

export type StartImportJob = ReturnType<typeof importJobStarter>

interface Starter {
  db: Database
  imports: ImportRepository
  jobs: JobQueue
  events: EventBus
}

export function importJobStarter({ db, imports, jobs, events }: Starter) {
  /**
   * Enqueues the next job of an import in the transaction that changes its state. @throws StaleRevision when the import has changed in the meantime
   */
  return async (row: ChangedImport, { kind, accountId, change }: ImportJob, before?: (transaction: Database) => Promise<void>) => {
    const job = await db.transaction().execute(async transaction => {
      await before?.(transaction)
      const payload = { importId: row.id, accountId }
      const enqueued = await jobs.enqueue(transaction, { kind, projectId: row.project_id, subject: row.file_name, payload })
      if (!(await imports.move(transaction, row, { ...change, job_id: enqueued.id })))
        throw new StaleRevision(row.revision + 1, row.revision)
      return enqueued
    })
    jobs.wake()
    events.publish({ type: 'job', job })
  }
}
