import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exchangeEvents } from '../../../shared/activity/exchange.ts'
import { exchangeApi } from '../../../shared/contracts/exchange.ts'
import { timestamp } from '../../lib/clock.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobKinds } from '../jobs/kinds.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { daily, type Module } from '../module.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import { exportJob, makeExport } from './exports/make-export.ts'
import { exportRepository } from './exports/repository.ts'
import { exportRoutes } from './exports/routes.ts'
import { applyImport, applyJob } from './imports/apply.ts'
import { checkJob, checkUpload } from './imports/check-upload.ts'
import { importRepository } from './imports/repository.ts'
import { importRoutes } from './imports/routes.ts'
import { undoImport, undoJob } from './imports/undo.ts'
import { forgetFacts } from './imports/written-facts.ts'
import { exchange } from './migrations/0007-exchange.ts'
import { mediaCoverage } from './migrations/0017-media-coverage.ts'
import { importUndo } from './migrations/0029-import-undo.ts'
import { importedFacts } from './migrations/0061-imported-facts.ts'
import { type StoredFiles, storedFiles } from './stored-files.ts'

interface ExchangeRoutes {
  db: Database
  dataDir: string
  access: ProjectAccess
  jobs: JobQueue
  jobKinds: JobKinds
  events: EventBus
}

const exchangeRoutes: FastifyPluginAsyncTypebox<ExchangeRoutes> = async (app, { db, dataDir, access, jobs, jobKinds, events }) => {
  const files = storedFiles(dataDir)
  await files.open()
  await app.register(exportRoutes, { db, access, exports: exportRepository(db, jobs), files, jobs, jobKinds, events })
  await app.register(importRoutes, { db, access, imports: importRepository(db, jobs), files, jobs, events })
}

const placeOf = ({ place, config }: Services) => ({ ...place, publicUrl: config.publicUrl?.origin ?? null })

/** Module for the import and export of annotation files. */
export const exchangeModule: Module = {
  contracts: [exchangeApi],
  activity: exchangeEvents,
  migrations: [exchange, mediaCoverage, importUndo, importedFacts],
  routes: [exchangeRoutes],
  jobs: {
    [exportJob]: {
      lane: 'exchange',
      blind: 'outcome',
      work: services => {
        const { db, dataDir, jobs } = services
        return makeExport({ db, exports: exportRepository(db, jobs), files: storedFiles(dataDir), place: placeOf(services) })
      }
    },
    [checkJob]: {
      lane: 'exchange',
      work: services => checkUpload({ db: services.db, files: storedFiles(services.dataDir), place: services.place })
    },
    [applyJob]: { lane: 'exchange', work: ({ db, dataDir, events }) => applyImport({ db, files: storedFiles(dataDir), events }) },
    [undoJob]: { lane: 'exchange', work: undoImport }
  },
  upkeep: [daily(({ db, dataDir }) => forgetOldExchanges(db, dataDir, timestamp()))]
}

/** Removes expired exports and imports, and stored files that belong to no export or import. */
async function forgetOldExchanges(db: Database, dataDir: string, now: string): Promise<void> {
  const files: StoredFiles = storedFiles(dataDir)
  await db.deleteFrom('export_file').where('expires_at', '<=', now).execute()
  const ended = await db
    .selectFrom('import_session')
    .select('id')
    .where('expires_at', '<=', now)
    // a cancelled or failed job leaves the state of its import unchanged
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('state', 'not in', ['applying', 'undoing']),
        not(
          exists(
            selectFrom('job')
              .select('job.id')
              .whereRef('job.id', '=', 'import_session.job_id')
              .where('job.state', 'in', ['waiting', 'running'])
          )
        )
      ])
    )
    .execute()
  for (const { id } of ended) {
    await forgetFacts(db, id)
    await db.deleteFrom('import_session').where('id', '=', id).execute()
  }
  const kept = [
    ...(await db.selectFrom('export_file').select('id').execute()),
    ...(await db.selectFrom('import_session').select('id').execute())
  ]
  const ids = new Set(kept.map(({ id }) => id))
  await files.removeOthers(id => ids.has(id))
}
