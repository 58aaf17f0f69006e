import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { imageOutlinesApi } from '../../../../shared/contracts/image-outlines.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { scopeOfMedia } from '../../media/scope-of-media.ts'
import type { Services } from '../../services.ts'
import { ModelState, NoOnnxRuntime } from '../errors.ts'
import { damagedEncoding } from '../onnx/encoding.ts'
import { ModelRefused } from '../onnx/errors.ts'
import { decoderBytes, decoderPath } from '../uploaded/decoder.ts'
import { modelThreads } from '../uploaded/model-child.ts'
import { modelFault } from '../uploaded/model-fault.ts'
import { runtimeFault } from '../uploaded/runtime-check.ts'
import { startEncoding } from './encode-job.ts'
import { encodingPath, forgetEncoding } from './encodings.ts'
import { outlinerOf } from './outliner.ts'

type OutlineRoutes = Pick<Services, 'db' | 'access' | 'jobs' | 'blobs' | 'decoders'>

/** Routes for the interactive pair of a project. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const outlineRoutes: FastifyPluginAsyncTypebox<OutlineRoutes> = async (app, { db, access, jobs, blobs, decoders }) => {
  const ofMedia = scopeOfMedia(db, access)

  app.route({
    ...imageOutlinesApi.outline,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      refuseBlind(scope)
      const pair = await outlinerOf(db, scope)
      if (!pair) throw new ModelState('This project has no pair that outlines objects: add one, and confirm its licence')
      const media = await db
        .selectFrom('media')
        .select(['id', 'sha256', 'state', 'file_name as fileName'])
        .where('id', '=', mediaId)
        .executeTakeFirstOrThrow()
      if (media.state !== 'ready') throw new ModelState('This image is not ready: wait until its views are made')
      const fault = await runtimeFault()
      if (fault) throw new NoOnnxRuntime(fault)
      const key = { mediaSha256: media.sha256, manifestSha256: pair.manifestSha256 }
      const encode = async () => reply.code(202).send(await startEncoding({ db, jobs }, scope, media))
      const encoding = await encodingPath({ db, blobs }, key)
      if (encoding === null) return encode()
      const decoder = (await decoderPath(blobs, pair.manifest)) ?? ''
      const task = { decoder, encoding, input: pair.manifest.input, prompt: request.body, threads: modelThreads }
      const at = { manifestSha256: pair.manifestSha256, decoderBytes: await decoderBytes(db, pair.manifest) }
      try {
        return { outline: await decoders.outline(at, scope.accountId, task) }
      } catch (error) {
        const sentence = modelFault(error)
        if (sentence === null) throw error
        if (sentence !== damagedEncoding) throw new ModelRefused(sentence)
        await forgetEncoding(db, key)
        return encode()
      }
    }
  })
}
