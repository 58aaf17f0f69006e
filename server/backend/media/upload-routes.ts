import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mediaApi } from '../../../shared/contracts/media.ts'
import { viewerOf } from '../viewer.ts'
import type { UploadServer } from './uploads.ts'

/** Routes of the tus protocol. The tus library reads the request bodies. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ uploads: UploadServer }> = async (app, { uploads }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.route({ ...mediaApi.startUpload, handler: (request, reply) => uploads.answer(request, reply) })

  for (const contract of [mediaApi.uploadOffset, mediaApi.continueUpload, mediaApi.cancelUpload]) {
    app.route({
      ...contract,
      handler: async (request, reply) => {
        const upload = await uploads.ownUpload(request.params.uploadId, viewerOf(request))
        if (contract === mediaApi.continueUpload) await uploads.requireRightToGoOn(upload)
        return uploads.answer(request, reply)
      }
    })
  }
}
