import type { FastifyPluginAsync } from 'fastify'
import type { EventBus } from '../events/bus.ts'
import type { JobHandlers, JobQueue } from '../jobs/queue.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { exportJob, makeExport } from './exports/make-export.ts'
import { exportRepository } from './exports/repository.ts'
import { exportRoutes } from './exports/routes.ts'
import { applyImport, applyJob } from './imports/apply.ts'
import { checkJob, checkUpload } from './imports/check-upload.ts'
import { importRepository } from './imports/repository.ts'
import { importRoutes } from './imports/routes.ts'
import { undoImport, undoJob } from './imports/undo.ts'
import { type StoredFiles, storedFiles } from './stored-files.ts'

export interface ExchangeModule {
  db: Database
  dataDir: string
  access: ProjectAccess
  jobs: JobQueue
  events: EventBus
}

/** Files with annotations, in and out. Register it under `/api`. */
export const exchangeModule: FastifyPluginAsync<ExchangeModule> = async (app, { db, dataDir, access, jobs, events }) => {
  const files = storedFiles(dataDir)
  await files.open()
  await app.register(exportRoutes, { db, access, exports: exportRepository(db, jobs), files, jobs, events })
  await app.register(importRoutes, { db, access, imports: importRepository(db, jobs), files, jobs, events })
}

interface ExchangeJobs {
  db: Database
  dataDir: string
  databaseUrl: string | null
  publicUrl: URL | null
  jobs: JobQueue
  events: EventBus
}

export function exchangeJobs({ db, jobs, events, ...config }: ExchangeJobs): JobHandlers {
  const { dataDir, databaseUrl } = config
  const files = storedFiles(dataDir)
  const place = { dataDir, databaseUrl, publicUrl: config.publicUrl?.origin ?? null }
  return {
    [exportJob]: makeExport({ db, exports: exportRepository(db, jobs), files, place }),
    [checkJob]: checkUpload({ db, files, place }),
    [applyJob]: applyImport({ db, files, events }),
    [undoJob]: undoImport({ db, events })
  }
}

/** Forgets exports and imports that are over, and removes files of such that are not there any more. */
export async function forgetOldExchanges(db: Database, dataDir: string, now: string): Promise<void> {
  const files: StoredFiles = storedFiles(dataDir)
  await db.deleteFrom('export_file').where('expires_at', '<=', now).execute()
  await db.deleteFrom('import_session').where('expires_at', '<=', now).where('state', 'not in', ['applying', 'undoing']).execute()
  const kept = [
    ...(await db.selectFrom('export_file').select('id').execute()),
    ...(await db.selectFrom('import_session').select('id').execute())
  ]
  const ids = new Set(kept.map(({ id }) => id))
  await files.removeOthers(id => ids.has(id))
}
