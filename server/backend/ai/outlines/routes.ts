import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { imageOutlinesApi } from '../../../../shared/contracts/image-outlines.ts'
import { uploadedModelsApi } from '../../../../shared/contracts/uploaded-models.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { scopeOfMedia } from '../../media/scope-of-media.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { Services } from '../../services.ts'
import { ModelState, NoOnnxRuntime } from '../errors.ts'
import { damagedEncoding } from '../onnx/encoding.ts'
import { ModelRefused } from '../onnx/errors.ts'
import { cardOf } from '../uploaded/card.ts'
import { decoderBytes, decoderPath } from '../uploaded/decoder.ts'
import { modelThreads } from '../uploaded/model-child.ts'
import { modelFault } from '../uploaded/model-fault.ts'
import { mayManageModels } from '../uploaded/model-rights.ts'
import { modelRow, toUploadedModel } from '../uploaded/rows.ts'
import { takeModel } from '../uploaded/runnable-model.ts'
import { runtimeFault } from '../uploaded/runtime-check.ts'
import { startEncoding } from './encode-job.ts'
import { encodingPath, forgetEncoding } from './encodings.ts'
import { outlinerOf } from './outliner.ts'

type OutlineRoutes = Pick<Services, 'db' | 'access' | 'events' | 'jobs' | 'blobs' | 'decoders' | 'models'>

/** Routes for the interactive pair of a project. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const outlineRoutes: FastifyPluginAsyncTypebox<OutlineRoutes> = async (
  app,
  { db, access, events, jobs, blobs, decoders, models }
) => {
  const ofMedia = scopeOfMedia(db, access)
  const editProject = projectEdits(db, events)

  app.route({
    ...uploadedModelsApi.readLicense,
    handler: async request => {
      const row = await modelRow(db, request.params.uploadedModelId)
      const scope = await access.open(request, row.project_id, 'editor', 'The model')
      refuseBlind(scope)
      const { projectId, accountId } = scope
      if (toUploadedModel(row).task !== 'interactive')
        throw new ModelState('Only the licence of a pair is confirmed here: that of another model is confirmed with its first run')
      await editProject(scope, async ({ transaction, publish, at }) => {
        const isFirst = await takeModel(transaction, { id: row.id, manifestSha256: request.body.manifestSha256 }, accountId, at)
        if (!isFirst) return
        const detail = { name: toUploadedModel(row).name }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.model_license_read', detail })
        publish({ type: 'changed', noun: 'ai', projectId })
      })
      return cardOf(db, row.id, await mayManageModels(db, scope, models))
    }
  })

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
