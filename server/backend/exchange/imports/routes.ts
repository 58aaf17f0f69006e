import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exchangeApi, type ImportMapping } from '../../../../shared/contracts/exchange.ts'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { exchangeCodes } from '../../../../shared/error-codes/exchange.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { StaleRevision } from '../../../lib/errors.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { FullSight, Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { sendFile } from '../send-file.ts'
import { FileGone, type StoredFiles } from '../stored-files.ts'
import { applyJob } from './apply.ts'
import type { StoredPreview } from './check.ts'
import { checkJob } from './check-upload.ts'
import { correctedPreview } from './mapping.ts'
import type { ImportRepository, ImportRow } from './repository.ts'
import { importJobStarter } from './start-job.ts'
import { undoJob } from './undo.ts'
import { importUploadRoute } from './upload-route.ts'

const Busy = codedError(exchangeCodes.IMPORT_BUSY)
const NotChecked = codedError(exchangeCodes.IMPORT_NOT_CHECKED)
const NotUndoable = codedError(exchangeCodes.IMPORT_NOT_UNDOABLE)
const AppliedAlready = codedError(exchangeCodes.IMPORT_APPLIED)

export interface ImportRoutes {
  db: Database
  access: ProjectAccess
  imports: ImportRepository
  files: StoredFiles
  jobs: JobQueue
  events: EventBus
}

// Long: the routes of one noun.
export const importRoutes: FastifyPluginAsyncTypebox<ImportRoutes> = async (app, { db, access, imports, files, jobs, events }) => {
  /** Returns an import that the viewer may access. @throws NotFound for an import of a project that the viewer may not see @throws WorkingBlind */
  async function permitted(
    request: FastifyRequest,
    importId: string,
    atLeast: Role
  ): Promise<{ row: ImportRow; scope: Scope & FullSight }> {
    const row = await imports.row(importId)
    const scope = await access.open(request, row.project_id, atLeast, 'The import')
    refuseBlind(scope)
    return { row, scope }
  }

  const answer = async (importId: string) => imports.toImport(await imports.row(importId))

  const startJob = importJobStarter({ db, imports, jobs, events })
  await app.register(importUploadRoute, { access, imports, files, startJob })

  app.route({
    ...exchangeApi.imports,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      refuseBlind(scope)
      return imports.list(scope, request.query)
    }
  })

  app.route({
    ...exchangeApi.import,
    handler: async request => {
      const { row } = await permitted(request, request.params.importId, 'viewer')
      return imports.toImport(row)
    }
  })

  app.route({
    ...exchangeApi.findings,
    handler: async (request, reply): Promise<FastifyReply> => {
      const { row } = await permitted(request, request.params.importId, 'viewer')
      if (row.preview === null) throw new FileGone()
      const file = {
        id: row.id,
        kind: await reportKind(row),
        fileName: `${row.file_name}-findings.csv`,
        mediaType: 'text/csv; charset=utf-8'
      } as const
      return sendFile(files, file, request, reply)
    }
  })

  app.route({
    ...exchangeApi.check,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.importId, 'editor')
      await refuse(row, 'checking', 'applying')
      await files.factsOf(row.id, 'upload')
      const change = { state: 'checking', options: JSON.stringify(request.body), preview: null } as const
      await startJob(row, { kind: checkJob, accountId: scope.accountId, change })
      return reply.code(202).send(await answer(row.id))
    }
  })

  app.route({
    ...exchangeApi.map,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.importId, 'editor')
      await refuse(row, 'checking', 'applying')
      const mapping: ImportMapping = request.body
      const preview = await correctedPreview(db, scope, previewOf(row), mapping)
      const change = { state: 'ready', preview: JSON.stringify(preview) } as const
      if (row.revision !== mapping.revision || !(await imports.move(db, row, change)))
        throw new StaleRevision((await imports.row(row.id)).revision, mapping.revision)
      return answer(row.id)
    }
  })

  app.route({
    ...exchangeApi.apply,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.importId, 'editor')
      await refuse(row, 'checking', 'applying')
      previewOf(row)
      if (row.revision !== request.body.revision) throw new StaleRevision(row.revision, request.body.revision)
      await startJob(row, { kind: applyJob, accountId: scope.accountId, change: { state: 'applying' } })
      return reply.code(202).send(await answer(row.id))
    }
  })

  app.route({
    ...exchangeApi.undoImport,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.importId, 'editor')
      await refuse({ ...row, result: null }, 'checking', 'applying', 'undoing')
      if (!(await imports.summary(row)).isUndoable) throw new NotUndoable()
      if (row.revision !== request.body.revision) throw new StaleRevision(row.revision, request.body.revision)
      await startJob(row, { kind: undoJob, accountId: scope.accountId, change: { state: 'undoing' } })
      return reply.code(202).send(await answer(row.id))
    }
  })

  app.route({
    ...exchangeApi.removeImport,
    handler: async (request, reply) => {
      const { row } = await permitted(request, request.params.importId, 'editor')
      await refuse({ ...row, result: null }, 'applying', 'undoing')
      if (row.job_id !== null) await jobs.cancel(row.job_id)
      await imports.remove(row.id)
      await files.remove(row.id, 'upload', 'staged', 'findings', 'outcome')
      return reply.code(204).send(null)
    }
  })

  /** Returns the kind of report to download. It is `outcome` when entries were left out while applying, such as annotations with excluded labels. */
  async function reportKind({ id, state, result }: ImportRow): Promise<'outcome' | 'findings'> {
    const isThere = state === 'applied' && result !== null && (await files.has(id, 'outcome'))
    return isThere ? 'outcome' : 'findings'
  }

  /** @throws Busy | AppliedAlready */
  async function refuse(row: ImportRow, ...busy: ('checking' | 'applying' | 'undoing')[]): Promise<void> {
    const { state } = await imports.summary(row)
    if (row.result !== null) throw new AppliedAlready()
    if (busy.some(each => each === state)) throw new Busy()
  }
}

/** @throws NotChecked */
function previewOf(row: ImportRow): StoredPreview {
  if (row.preview === null) throw new NotChecked()
  return JSON.parse(row.preview)
}
