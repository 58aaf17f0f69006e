import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { exchangeApi, type ImportMapping } from '../../../../shared/contracts/exchange.ts'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { exchangeCodes } from '../../../../shared/error-codes/exchange.ts'
import { importLimitBytes } from '../../../../shared/limits.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { StaleRevision } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { safeFileName } from '../../media/file-names.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { sendFile } from '../send-file.ts'
import { FileGone, type StoredFiles } from '../stored-files.ts'
import { applyJob } from './apply.ts'
import type { StoredPreview } from './check.ts'
import { checkJob } from './check-upload.ts'
import { correctedPreview } from './mapping.ts'
import type { ImportRepository, ImportRow } from './repository.ts'
import { undoJob } from './undo.ts'

const FileTooLarge = codedError(exchangeCodes.FILE_TOO_LARGE)
const EmptyImport = codedError(exchangeCodes.EMPTY_IMPORT)
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
  /** @throws NotFound for an import of a project that the viewer may not see @throws WorkingBlind */
  async function permitted(request: FastifyRequest, importId: string, atLeast: Role): Promise<{ row: ImportRow; scope: Scope }> {
    const row = await imports.row(importId)
    const scope = await access.open(request, row.project_id, atLeast, 'The import')
    refuseBlind(scope)
    return { row, scope }
  }

  const answer = async (importId: string) => imports.toImport(await imports.row(importId))

  interface NextWork {
    kind: typeof checkJob | typeof applyJob | typeof undoJob
    accountId: string
    change: { state: 'checking' | 'applying' | 'undoing'; options?: string; preview?: null }
  }

  type Standing = Pick<ImportRow, 'id' | 'project_id' | 'file_name' | 'revision'>

  /** Begins the next work on an import. @throws StaleRevision when someone else was there first */
  async function begin(row: Standing, { kind, accountId, change }: NextWork, before?: (transaction: Database) => Promise<void>) {
    const job = await db.transaction().execute(async transaction => {
      await before?.(transaction)
      const payload = { importId: row.id, accountId }
      const enqueued = await jobs.enqueue(transaction, { kind, projectId: row.project_id, subject: row.file_name, payload })
      if (!(await imports.move(transaction, row, { ...change, job_id: enqueued.id })))
        throw new StaleRevision(row.revision + 1, row.revision)
      return enqueued
    })
    jobs.wake()
    events.publish({ type: 'job', job })
  }

  await app.register((async bodies => {
    // The body is the file, whatever type the browser gives it.
    bodies.removeAllContentTypeParsers()
    bodies.addContentTypeParser('*', (_request, _body, done) => done(null))

    bodies.route({
      ...exchangeApi.startImport,
      handler: async (request, reply) => {
        const scope = await access.open(request, request.params.projectId, 'editor')
        const { projectId, accountId } = scope
        refuseBlind(scope)
        const { fileName, ...options } = request.query
        const id = newId()
        const sizeBytes = await files.receive(limited(request), id).catch(error => {
          reply.header('connection', 'close')
          throw error
        })
        try {
          if (sizeBytes === 0) throw new EmptyImport()
          const brought = { id, projectId, accountId, fileName: safeFileName(fileName ?? '') || 'annotations', sizeBytes, options }
          const row = { id, project_id: projectId, file_name: brought.fileName, revision: 1 }
          const work = { kind: checkJob, accountId, change: { state: 'checking' } } as const
          await begin(row, work, transaction => imports.insert(transaction, brought))
        } catch (error) {
          await files.remove(id, 'upload')
          throw error
        }
        return reply.code(202).send(await answer(id))
      }
    })
  }) as FastifyPluginAsyncTypebox)

  app.route({
    ...exchangeApi.imports,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      refuseBlind(scope)
      return imports.list(scope.projectId, request.query)
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
      await begin(row, { kind: checkJob, accountId: scope.accountId, change })
      return reply.code(202).send(await answer(row.id))
    }
  })

  app.route({
    ...exchangeApi.map,
    handler: async request => {
      const { row } = await permitted(request, request.params.importId, 'editor')
      await refuse(row, 'checking', 'applying')
      const mapping: ImportMapping = request.body
      const preview = await correctedPreview(db, row.project_id, previewOf(row), mapping)
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
      await begin(row, { kind: applyJob, accountId: scope.accountId, change: { state: 'applying' } })
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
      await begin(row, { kind: undoJob, accountId: scope.accountId, change: { state: 'undoing' } })
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

  /** Applying leaves out more, such as what has labels that were left out. */
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

/** The body as it arrives. @throws FileTooLarge as soon as it is known */
async function* limited(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
  if (Number(request.headers['content-length'] ?? 0) > importLimitBytes) throw new FileTooLarge()
  let received = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    received += (piece as Buffer).length
    if (received > importLimitBytes) throw new FileTooLarge()
    yield piece as Buffer
  }
}
