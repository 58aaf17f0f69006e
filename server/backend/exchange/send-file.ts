import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteRange } from '../media/byte-range.ts'
import { contentFor } from '../media/file-answer.ts'
import { contentDisposition } from '../media/file-names.ts'
import type { FileKind, StoredFiles } from './stored-files.ts'

interface SentFile {
  id: string
  kind: FileKind
  fileName: string
  mediaType: string
}

/** Sends a file for download, either whole or the requested range. @throws FileGone */
export async function sendFile(
  files: StoredFiles,
  { id, kind, fileName, mediaType }: SentFile,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<FastifyReply> {
  const { sizeBytes, writtenMs } = await files.factsOf(id, kind)
  const tag = `"${id}-${Math.floor(writtenMs)}"`
  reply
    .type(mediaType)
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', contentDisposition('attachment', fileName))
  const wanted = byteRange(request.headers.range, request.headers['if-range'], tag, sizeBytes)
  if (wanted === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
  if (!wanted) return reply.header('content-length', sizeBytes).send(await contentFor(request, () => files.read(id, kind)))
  return reply
    .code(206)
    .header('content-range', `bytes ${wanted.start}-${wanted.end}/${sizeBytes}`)
    .header('content-length', wanted.end - wanted.start + 1)
    .send(await contentFor(request, () => files.read(id, kind, wanted)))
}
