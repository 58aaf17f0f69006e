import { timestamp } from '../../../lib/clock.ts'
import { HopelessJob, type JobHandler } from '../../jobs/queue.ts'
import type { Database } from '../../storage/database.ts'
import { forJob, resultInThread } from '../../threads/in-thread.ts'
import type { StoredFiles } from '../stored-files.ts'
import type { ExportRepository } from './repository.ts'
import type { ExportTask } from './write-export.ts'

export const exportJob = 'exchange.export'

export interface MakeExport {
  db: Database
  exports: ExportRepository
  files: StoredFiles
  place: Pick<ExportTask, 'dataDir' | 'databaseUrl' | 'publicUrl'>
}

/** Handles the job that writes the file of an export. A second run writes the file again. An export that was deleted in the meantime is skipped. */
export function makeExport({ db, exports, files, place }: MakeExport): JobHandler {
  return async ({ payload, attempt, signal, progress, hold }) => {
    const id = String(payload.exportId)
    const row = await db.selectFrom('export_file').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    const watched = new AbortController()
    const either = AbortSignal.any([signal, watched.signal])
    try {
      const task: ExportTask = {
        ...place,
        projectId: row.project_id,
        format: row.format,
        options: JSON.parse(row.options),
        accountId: row.created_by,
        path: files.unfinished(id, 'export', attempt),
        reportPath: files.unfinished(id, 'report', attempt),
        writtenAt: timestamp()
      }
      const onProgress = (done: number, total: number | null) => void progress(done, total).catch(error => watched.abort(error))
      const result = await forJob(resultInThread('export', task, { signal: either, onProgress }))
      await files.seal(id, 'report', attempt)
      const sizeBytes = result.errorCount > 0 ? null : await files.seal(id, 'export', attempt)
      await db.transaction().execute(async transaction => {
        await hold(transaction)
        await files.publish(id, 'report', attempt)
        if (sizeBytes !== null) await files.publish(id, 'export', attempt)
        await exports.setResult(transaction, id, result, sizeBytes)
      })
      if (result.errorCount > 0) {
        const isOne = result.errorCount === 1
        const count = result.errorCount.toLocaleString('en')
        throw new HopelessJob(
          isOne ? 'One error prevented the export: see the report' : `${count} errors prevented the export: see the report`
        )
      }
    } finally {
      await files.removeUnfinished(id, ['export', 'report'], attempt)
    }
  }
}
