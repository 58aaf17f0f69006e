import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { exchangeApi } from '../../../../shared/contracts/exchange.ts'
import { exchangeCodes } from '../../../../shared/error-codes/exchange.ts'
import { importLimitBytes } from '../../../../shared/limits.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { newId } from '../../../lib/ids.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { safeFileName } from '../../media/file-names.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { StoredFiles } from '../stored-files.ts'
import { checkJob } from './check-upload.ts'
import type { ImportRepository } from './repository.ts'
import type { StartImportJob } from './start-job.ts'

const FileTooLarge = codedError(exchangeCodes.FILE_TOO_LARGE)
const EmptyImport = codedError(exchangeCodes.EMPTY_IMPORT)

interface ImportUpload {
  access: ProjectAccess
  imports: ImportRepository
  files: StoredFiles
  startJob: StartImportJob
}

/** Route that receives a file to import. */
export const importUploadRoute: FastifyPluginAsyncTypebox<ImportUpload> = async (app, { access, imports, files, startJob }) => {
  // The body is the file, regardless of the content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.route({
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
        const job = { kind: checkJob, accountId, change: { state: 'checking' } } as const
        await startJob(row, job, transaction => imports.insert(transaction, brought))
      } catch (error) {
        await files.remove(id, 'upload')
        throw error
      }
      return reply.code(202).send(await imports.toImport(await imports.row(id)))
    }
  })
}

/** Yields the request body as it arrives. @throws FileTooLarge as soon as the body exceeds the limit */
async function* limited(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
  if (Number(request.headers['content-length'] ?? 0) > importLimitBytes) throw new FileTooLarge()
  let received = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    received += (piece as Buffer).length
    if (received > importLimitBytes) throw new FileTooLarge()
    yield piece as Buffer
  }
}
