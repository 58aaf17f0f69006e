import { ReadableStream } from 'node:stream/web'
import { MemoryLocker, Server, type Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { uploadLimitBytes } from '../../../shared/limits.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { Asker } from '../projects/access.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { safeFileName } from './file-names.ts'
import { EmptyFile } from './picture-errors.ts'
import type { UploadRecords, UploadRow } from './upload-records.ts'
import type { AnnouncedUpload, UploadStore } from './upload-store.ts'

const TooLarge = codedError(mediaCodes.UPLOAD_TOO_LARGE)

export interface UploadServerOptions {
  path: string
  store: UploadStore
  records: UploadRecords
  /** Handling of finished uploads by their purpose. */
  arrivals: Record<UploadRow['purpose'], Arrival>
}

/** Handling of uploads with one purpose. */
export interface Arrival {
  /** @throws RoleNeeded or another refusal, if the account may not add to the project */
  requireRight(requester: Asker | { viewer: Viewer | null }, projectId: string): Promise<unknown>
  /** @throws a refusal before the client sends any bytes */
  requireFile?(fileName: string, sizeBytes: number): void
  /** Turns the uploaded file into an item. @returns the id of the item */
  ingest(upload: UploadRow, path: string): Promise<string>
}

/** Response headers with the id of the item of a finished upload. */
const itemHeaders: Record<UploadRow['purpose'], string> = { media: 'Isobath-Media-Id', model: 'Isobath-Model-Id' }

export type UploadServer = ReturnType<typeof uploadServer>

/**
 * Serves tus 1.0 uploads in Fastify. @tus/server implements the protocol. This file adds permissions, turns finished uploads into items, and maps
 * refusals to responses.
 */
// Long: the hooks of one protocol.
export function uploadServer({ path, store, records, arrivals }: UploadServerOptions) {
  const requests = new WeakMap<Request, FastifyRequest>()
  const refusals = new WeakMap<Request, unknown>()
  const finishing = oneAtATime()

  const tus = new Server({
    path,
    datastore: store,
    locker: new MemoryLocker(),
    relativeLocation: true,
    maxSize: uploadLimitBytes,
    namingFunction: newId,
    onUploadCreate: async (request, upload) => {
      const viewer = viewerOf(requests.get(request) as FastifyRequest)
      return { metadata: { ...(await announce(viewer, upload)) } }
    },
    onUploadFinish: async (request, { id }) => {
      const { purpose, itemId } = await finish(id, viewerOf(requests.get(request) as FastifyRequest))
      return { headers: { [itemHeaders[purpose]]: itemId } }
    },
    onResponseError: (request, error) => {
      refusals.set(request, error)
      return undefined
    }
  })

  async function announce(viewer: Viewer, { size, metadata }: Upload): Promise<AnnouncedUpload> {
    const projectId = metadata?.projectId
    if (!projectId) throw new InvalidRequest([{ path: '/Upload-Metadata/projectId', message: 'is required' }])
    const fileName = safeFileName(metadata?.filename ?? '')
    if (!fileName) throw new InvalidRequest([{ path: '/Upload-Metadata/filename', message: 'is required' }])
    const purpose = purposeOf(metadata.purpose)
    await arrivals[purpose].requireRight(viewer, projectId)
    if (!size) throw new EmptyFile(fileName)
    arrivals[purpose].requireFile?.(fileName, size)
    return { projectId, accountId: viewer.accountId, fileName, batch: batchOf(metadata.batch), purpose }
  }

  /** Turns a finished upload into its item exactly once, even if two servers try at the same time. A refused upload is deleted. */
  function finish(id: string, viewer: Viewer): Promise<{ purpose: UploadRow['purpose']; itemId: string }> {
    return finishing(id, async () => {
      const upload = await ownUpload(id, viewer)
      const { purpose, media_id: known } = upload
      if (known) return { purpose, itemId: known }
      try {
        await arrivals[purpose].requireRight(viewer, upload.project_id)
        const itemId = await arrivals[purpose].ingest(upload, store.pathOf(id))
        await store.removeFile(id)
        return { purpose, itemId }
      } catch (error) {
        const { media_id: finished } = (await records.find(id)) ?? {}
        if (finished) return { purpose, itemId: finished } // another server was faster, and removed the file
        // After an internal error or on a full disk, the file is kept, so the client need not resend it.
        if (isRefusal(error)) await store.remove(id)
        throw error
      }
    })
  }

  /** Finds an upload for its sender. @throws NotFound for anyone else, or for an unknown upload */
  async function ownUpload(id: string, viewer: Viewer): Promise<UploadRow> {
    const upload = await records.find(id)
    if (upload?.account_id !== viewer.accountId) throw new NotFound('The upload')
    return upload
  }

  async function requireRight(upload: UploadRow): Promise<void> {
    try {
      await arrivals[upload.purpose].requireRight({ accountId: upload.account_id, isConfined: true }, upload.project_id)
    } catch (error) {
      if (isRefusal(error)) await store.end(upload.id, error as Error)
      throw error
    }
  }

  return {
    ownUpload,

    /**
     * Checks that an upload may continue before it receives more bytes. Cancels the upload if its sender may no longer add to the project.
     * @throws NotFound | RoleNeeded
     */
    async requireRightToGoOn(upload: UploadRow): Promise<void> {
      if (!upload.media_id) await requireRight(upload)
    },

    /** Cancels the uploads, including running ones, of people who may no longer add to a project. This releases their storage immediately. */
    async endWithoutRight(projectId: string): Promise<void> {
      for (const upload of await records.unfinishedOf(projectId))
        await requireRight(upload).catch(error => {
          if (!isRefusal(error)) throw error
        })
    },

    /** Answers a tus request. @throws an error with a status and a message for every refusal */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const web = toWeb(request)
      requests.set(web, request)
      const answer = await tus.handleWeb(web)
      reply.header('Tus-Resumable', '1.0.0')
      if (refusals.has(web) || answer.status >= 400) {
        if (!request.raw.readableEnded) reply.header('connection', 'close') // the rest of the body is not worth receiving
        throw refusals.has(web) ? foreseen(refusals.get(web)) : foreseen({ status_code: answer.status, body: await answer.text() })
      }
      for (const [name, value] of answer.headers) if (!name.startsWith('access-control-')) reply.header(name, value)
      return reply.code(answer.status).send()
    }
  }
}

/** @throws InvalidRequest for an unknown purpose */
function purposeOf(text: string | null | undefined): UploadRow['purpose'] {
  if (text === undefined || text === null || text === 'media') return 'media'
  if (text === 'model') return 'model'
  throw new InvalidRequest([{ path: '/Upload-Metadata/purpose', message: 'must be media or model' }])
}

const batchOf = (text: string | null | undefined) => (/^[A-Za-z0-9-]{1,64}$/.test(text ?? '') ? (text ?? null) : null)

function isRefusal(error: unknown): boolean {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return status >= 400 && status < 500
}

/**
 * Converts a Fastify request into a web `Request` for the tus library. The body is read on demand, and stopping early leaves the connection open for
 * the response.
 */
function toWeb(request: FastifyRequest): Request {
  const body = request.method === 'PATCH' ? ReadableStream.from(request.raw.iterator({ destroyOnReturn: false })) : null
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://localhost${request.url}`, { method: request.method, headers, body, duplex: 'half' } as RequestInit)
}

/** Converts errors of the tus library, `{ status_code, body }`, to coded errors. */
function foreseen(error: unknown): unknown {
  const { status_code: status, body } = error as { status_code?: number; body?: string }
  if (!status) return error
  if (status === 404) return new NotFound('The upload')
  if (status === 413) return new TooLarge()
  const ProtocolFault = codedError(mediaCodes.UPLOAD_PROTOCOL, status)
  return new ProtocolFault((body ?? '').trim())
}
