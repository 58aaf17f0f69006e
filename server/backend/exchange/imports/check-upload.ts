import type { JobHandler } from '../../jobs/queue.ts'
import type { Database } from '../../storage/database.ts'
import { forJob, resultInThread } from '../../threads/in-thread.ts'
import type { StoredFiles } from '../stored-files.ts'
import type { CheckTask } from './check.ts'

export const checkJob = 'exchange.check'

export interface CheckUpload {
  db: Database
  files: StoredFiles
  place: Pick<CheckTask, 'dataDir' | 'databaseUrl'>
}

/** Reads a file that was brought and writes down what importing it would do. Run twice it comes to the same. */
export function checkUpload({ db, files, place }: CheckUpload): JobHandler {
  return async ({ payload, signal, progress }) => {
    const id = String(payload.importId)
    const row = await db.selectFrom('import_session').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state !== 'checking') return
    const watched = new AbortController()
    try {
      const task: CheckTask = {
        dataDir: place.dataDir,
        databaseUrl: place.databaseUrl,
        projectId: row.project_id,
        fileName: row.file_name,
        options: JSON.parse(row.options),
        path: files.pathOf(id, 'upload'),
        stagedPath: files.unfinished(id, 'staged'),
        findingsPath: files.unfinished(id, 'findings')
      }
      const either = AbortSignal.any([signal, watched.signal])
      const onProgress = (done: number, total: number | null) => void progress(done, total).catch(error => watched.abort(error))
      const { format, preview } = await forJob(resultInThread('check', task, { signal: either, onProgress }))
      await files.keep(id, 'staged')
      await files.keep(id, 'findings')
      await db
        .updateTable('import_session')
        .set(eb => ({ state: 'ready', format, preview: JSON.stringify(preview), revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .where('state', '=', 'checking')
        .execute()
    } catch (error) {
      await files.removeUnfinished(id, 'staged', 'findings')
      throw error
    }
  }
}
