import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockProject } from '../../server/backend/projects/edit-project.ts'
import { everything } from '../../server/backend/projects/scope.ts'
import type { Database } from '../../server/backend/storage/database.ts'

/** Returns whether a call waits while somebody edits the project. PostgreSQL only, because SQLite has one writer at a time. */
export async function waitsForEdits(db: Database, projectId: string, call: () => Promise<unknown>): Promise<boolean> {
  let isDone = false
  let answer: Promise<unknown> | undefined
  const isWaiting = await db.transaction().execute(async transaction => {
    await lockProject(transaction, everything(projectId, 'the lock of the project is all that is needed'))
    answer = call().finally(() => {
      isDone = true
    })
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isDone && (await waits.execute(db)).rows.length === 0) await pause(20)
    return !isDone
  })
  await answer
  return isWaiting
}
