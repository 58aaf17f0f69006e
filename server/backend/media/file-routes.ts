import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { mediaApi } from '../../../shared/contracts/media.ts'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { pyramidLevels, tileIndex } from '../../../shared/geometry/tile-pyramid.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Scope } from '../projects/scope.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { barePicture } from './bare-picture.ts'
import { byteRange } from './byte-range.ts'
import { contentFor, prepare } from './file-answer.ts'
import { contentDisposition } from './file-names.ts'
import type { MediaRepository } from './repository.ts'
import type { MediaRow } from './rows.ts'
import { readTile } from './tile-pack.ts'

const NotReady = codedError(mediaCodes.MEDIA_NOT_READY)

const OriginalWithheld = codedError(mediaCodes.ORIGINAL_WITHHELD)

/** Whether a picture is small enough for its metadata to be removed in memory. Larger pictures have tiles, which contain nothing but pixels. */
const isShort = ({ size_bytes: bytes, tiles_sha256: tiles }: MediaRow) => tiles === null && bytes <= 64 * 1024 ** 2

export interface FileRoutesOptions {
  db: Database
  media: MediaRepository
  access: ProjectAccess
  blobs: Blobs
}

/** Routes that serve the files of media: the originals, thumbnails and tiles. */
// Long: the routes of one noun.
export const mediaFileRoutes: FastifyPluginAsyncTypebox<FileRoutesOptions> = async (app, { db, media, access, blobs }) => {
  async function visible(request: FastifyRequest, mediaId: string): Promise<{ row: MediaRow; scope: Scope }> {
    const row = await media.row(mediaId)
    return { row, scope: await access.open(request, row.project_id, 'viewer', 'The image') }
  }

  async function isGeneralised({ projectId, places: viewer }: Scope, row: MediaRow): Promise<boolean> {
    const places = await shownPlaces(db, projectId, viewer)
    const placed = { id: row.id, siteId: row.site_id }
    return (await places.ofMedia([placed]))(placed) !== null
  }

  app.route({
    ...mediaApi.content,
    handler: async (request, reply) => {
      const { row, scope } = await visible(request, request.params.mediaId)
      const kind = request.query.download ? 'attachment' : 'inline'
      if (await isGeneralised(scope, row)) {
        // Some people get the original at this URL, and others a bare picture. The browser therefore revalidates each time.
        if (prepare(request, reply, `${row.sha256}-bare`, { isImmutable: false })) return reply.code(304).send()
        const bare = isShort(row) ? barePicture(await blobs.read(row.sha256, { start: 0, end: row.size_bytes - 1 }), row.format) : null
        if (!bare) throw new OriginalWithheld(row.file_name)
        return reply.type(row.format).header('content-disposition', contentDisposition(kind, row.file_name)).send(bare)
      }
      if (prepare(request, reply, row.sha256)) return reply.code(304).send()
      reply.type(row.format).header('accept-ranges', 'bytes').header('content-disposition', contentDisposition(kind, row.file_name))
      const wanted = byteRange(request.headers.range, request.headers['if-range'], `"${row.sha256}"`, row.size_bytes)
      if (wanted === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${row.size_bytes}`).send()
      if (!wanted) return reply.header('content-length', row.size_bytes).send(await contentFor(request, () => blobs.open(row.sha256)))
      return reply
        .code(206)
        .header('content-range', `bytes ${wanted.start}-${wanted.end}/${row.size_bytes}`)
        .header('content-length', wanted.end - wanted.start + 1)
        .send(await contentFor(request, () => blobs.open(row.sha256, wanted)))
    }
  })

  app.route({
    ...mediaApi.thumbnail,
    handler: async (request, reply) => {
      const { row } = await visible(request, request.params.mediaId)
      const sha256 = request.params.size === 'small' ? row.small_sha256 : row.large_sha256
      if (!sha256) throw new NotReady('The thumbnail', row.file_name)
      if (prepare(request, reply, sha256)) return reply.code(304).send()
      return reply.type('image/webp').send(await contentFor(request, () => blobs.open(sha256)))
    }
  })

  app.route({
    ...mediaApi.tile,
    handler: async (request, reply) => {
      const { row } = await visible(request, request.params.mediaId)
      const { level, column, row: line } = request.params
      const tiles = row.tiles_sha256
      if (!tiles) {
        if (row.state === 'processing') throw new NotReady('The tile pyramid', row.file_name)
        throw new NotFound('The tile')
      }
      const levels = pyramidLevels(row.width, row.height)
      if (tileIndex(levels, level, column, line) === null) throw new NotFound('The tile')
      if (prepare(request, reply, `${tiles.slice(0, 32)}-${level}-${column}-${line}`)) return reply.code(304).send()
      return reply.type('image/jpeg').send(await readTile(range => blobs.read(tiles, range), levels, { level, column, row: line }))
    }
  })
}
