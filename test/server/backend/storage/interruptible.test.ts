import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import t from 'tap'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { insertManyAnnotations } from '../../../support/many-annotations.ts'

await forEachDatabase(t, (t, database) => {
  t.test('an endless query ends with its thread, and releases the database', async t => {
    const { config, project, storage } = await annotatingProject(t, { database })
    const { db } = storage
    await insertManyAnnotations(db, project.id, 2_000)
    const worker = new Worker(new URL('../../../support/endless-read.ts', import.meta.url), {
      workerData: { dataDir: config.dataDir, databaseUrl: config.databaseUrl }
    })
    await once(worker, 'message')
    const running = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity where datname = current_database() and state = 'active' and query like '%recursive again%'
          and pid <> pg_backend_pid()`.execute(db)
      return rows[0]?.count ?? 0
    }
    const until = async (count: number): Promise<void> => {
      if (database === 'postgres' && (await running()) !== count) await pause(50).then(() => until(count))
    }
    await until(1)
    await worker.terminate()
    await until(0)
    t.equal((await sql`select 1 from annotation`.execute(db)).rows.length, 2_000)
  })
})
