import type { JobHandler } from '../../jobs/queue.ts'
import type { Database } from '../../storage/database.ts'
import { forJob, resultInThread } from '../../threads/in-thread.ts'
import type { StoredFiles } from '../stored-files.ts'
import type { CheckTask } from './check.ts'
import { forImport } from './for-import.ts'

export const checkJob = 'exchange.check'

const written = ['staged', 'findings'] as const

export interface CheckUpload {
  db: Database
  files: StoredFiles
  place: Pick<CheckTask, 'dataDir' | 'databaseUrl'>
}

/** Handles the job that reads an uploaded file and records the changes that its import would make. A second run has the same result. */
export function checkUpload({ db, files, place }: CheckUpload): JobHandler {
  return async ({ payload, attempt, signal, progress, hold }) => {
    const id = String(payload.importId)
    const row = await db.selectFrom('import_session').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state !== 'checking') return
    const watched = new AbortController()
    try {
      const task: CheckTask = {
        dataDir: place.dataDir,
        databaseUrl: place.databaseUrl,
        sight: forImport(row.project_id),
        fileName: row.file_name,
        options: JSON.parse(row.options),
        path: files.pathOf(id, 'upload'),
        stagedPath: files.unfinished(id, 'staged', attempt),
        findingsPath: files.unfinished(id, 'findings', attempt)
      }
      const either = AbortSignal.any([signal, watched.signal])
      const onProgress = (done: number, total: number | null) => void progress(done, total).catch(error => watched.abort(error))
      const { format, preview } = await forJob(resultInThread('check', task, { signal: either, onProgress }))
      for (const kind of written) await files.seal(id, kind, attempt)
      await db.transaction().execute(async transaction => {
        await hold(transaction)
        for (const kind of written) await files.publish(id, kind, attempt)
        await transaction
          .updateTable('import_session')
          .set(eb => ({ state: 'ready', format, preview: JSON.stringify(preview), revision: eb('revision', '+', 1) }))
          .where('id', '=', id)
          .where('state', '=', 'checking')
          .execute()
      })
    } finally {
      await files.removeUnfinished(id, written, attempt)
    }
  }
}
