import { openDatabase } from '../../storage/database.ts'
import { seldom } from '../../threads/seldom.ts'
import type { Ways } from '../../threads/ways.ts'
import { type ExportResult, type ExportTask, writeExport } from './write-export.ts'

/** Writes an export over a dedicated database connection. @throws as {@link writeExport} */
export async function exportWork(task: ExportTask, { onProgress }: Ways<never>): Promise<ExportResult> {
  const storage = openDatabase(task)
  try {
    return await writeExport(storage, task, seldom(onProgress))
  } finally {
    await storage.close()
  }
}
