import { openDatabase } from '../../storage/database.ts'
import { seldom } from '../../threads/seldom.ts'
import type { Ways } from '../../threads/ways.ts'
import { type CheckResult, type CheckTask, checkImport } from './check.ts'

/** Checks a file over a dedicated database connection. @throws as {@link checkImport} */
export async function checkWork(task: CheckTask, { onProgress }: Ways<never>): Promise<CheckResult> {
  const storage = openDatabase(task)
  try {
    return await checkImport(storage.db, task, seldom(onProgress))
  } finally {
    await storage.close()
  }
}
