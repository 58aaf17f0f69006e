import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { aiApi } from '../../../shared/contracts/ai.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { patchMaker } from '../annotations/review/patches.ts'
import { isHidden, refuseBlind } from '../annotations/rounds/blind.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { prepare } from '../media/file-answer.ts'
import { type PicturePools, withinLimits } from '../media/picture-pools.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { FullSight, Scope } from '../projects/scope.ts'
import type { Readers } from '../reading/readers.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { undoAcceptance } from './acceptance-work.ts'
import { isAcceptance } from './acceptances.ts'
import { decisionRow, toDecision } from './decision-row.ts'
import { decideSuggestions } from './decisions.ts'
import { doubtPage } from './doubt-pages.ts'
import { embeddingExample } from './embedding-example.ts'
import { featuresOfImage } from './features-of-image.ts'
import { featureSet } from './geometry.ts'
import { dimensions } from './learning/features.ts'
import { modelRepository } from './models.ts'
import { runAccess } from './open-run.ts'
import { promote } from './promotion.ts'
import { aiRepository } from './runs.ts'
import { cropShown, projectOfAnnotation, uncropped } from './similar.ts'
import { startRun } from './start-run.ts'
import { suggestionRepository } from './suggestion-pages.ts'
import { testedCrops } from './test-items.ts'
import { undoDecision } from './undo-decision.ts'

export interface AiRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  jobs: JobQueue
  readers: Readers
  blobs: Blobs
  patchFolder: string
  pictures: PicturePools
}

/** Routes of AI Analysis. Models and suggestions are hidden from members of a running blind session. */
// Long: the routes of one resource.
export const aiRoutes: FastifyPluginAsyncTypebox<AiRoutes> = async (
  app,
  { db, access, events, jobs, readers, blobs, patchFolder, pictures }
) => {
  const patches = patchMaker({ folder: patchFolder, blobs, pool: pictures.patches })
  const analysis = aiRepository(db)
  const models = modelRepository(db)
  const suggestions = suggestionRepository(db)
  const editProject = projectEdits(db, events)
  const openRun = runAccess(db, access)

  /** @throws WorkingBlind for a member of a running blind session */
  async function opened(request: FastifyRequest, projectId: string, atLeast: Role, noun?: string): Promise<Scope & FullSight> {
    const scope = await access.open(request, projectId, atLeast, noun)
    refuseBlind(scope)
    return scope
  }

  app.route({
    ...aiApi.overview,
    handler: async (request, reply) => readers.answer(reply, 'aiOverview', await opened(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...aiApi.models,
    handler: async request => ({ items: await models.models(await opened(request, request.params.projectId, 'viewer')) })
  })

  app.route({
    ...aiApi.model,
    handler: async request => {
      const { id, projectId } = await models.version(request.params.modelVersionId)
      return models.card(await opened(request, projectId, 'viewer', 'The model version'), id)
    }
  })

  app.route({
    ...aiApi.tested,
    handler: async request => {
      const { id, projectId } = await models.version(request.params.modelVersionId)
      return testedCrops(db, await opened(request, projectId, 'viewer', 'The model version'), id, request.query)
    }
  })

  app.route({
    ...aiApi.promote,
    handler: async request => {
      const version = await models.version(request.params.modelVersionId)
      const scope = await opened(request, version.projectId, 'editor', 'The model version')
      await promote(editProject, scope, version)
      return models.card(scope, version.id)
    }
  })

  app.route({
    ...aiApi.runs,
    handler: async request => ({ items: await analysis.runs(await opened(request, request.params.projectId, 'viewer')) })
  })

  app.route({
    ...aiApi.start,
    handler: async (request, reply) => {
      const scope = await opened(request, request.params.projectId, 'editor')
      const runId = await startRun({ db, events, jobs }, scope, request.body)
      return reply.code(202).send(await analysis.run({ ...scope, runId }))
    }
  })

  app.route({
    ...aiApi.run,
    handler: async request => analysis.runDetails(await openRun(request, request.params.aiRunId, 'viewer'))
  })

  app.route({
    ...aiApi.suggestions,
    handler: async request => suggestions.page(await openRun(request, request.params.aiRunId, 'viewer'), request.query)
  })

  app.route({
    ...aiApi.doubts,
    handler: async request => doubtPage(db, await openRun(request, request.params.aiRunId, 'viewer'), request.query)
  })

  app.route({
    ...aiApi.similar,
    handler: async (request, reply) => {
      const { annotationId } = request.params
      const scope = await access.open(request, await projectOfAnnotation(db, annotationId), 'viewer', 'The annotation')
      if (await isHidden(db, scope, annotationId)) throw new NotFound('The annotation')
      refuseBlind(scope)
      const crop = await cropShown(db, scope, annotationId)
      if (!crop) throw await uncropped(db, scope, annotationId)
      const { embeddingModelId, ...query } = request.query
      const shape = JSON.stringify(crop.shape)
      if (embeddingModelId !== undefined) {
        const example = { crop, ...(await embeddingExample(db, scope, { mediaId: crop.mediaId, shape }, embeddingModelId)) }
        return readers.answer(reply, 'aiSimilar', scope, example, query)
      }
      const work = pictures.analysis.take(`similar ${scope.accountId}`, run => featuresOfImage({ db, blobs, run }, crop.mediaId, [shape]))
      const vector = await withinLimits(work, crop.fileName, pictures.limits)
      return readers.answer(reply, 'aiSimilar', scope, { crop, vector, set: featureSet, columns: dimensions }, query)
    }
  })

  app.route({
    ...aiApi.patch,
    handler: async (request, reply) => {
      const row = await suggestions.crop(request.params.suggestionId)
      await opened(request, row.project_id, 'viewer', 'The suggestion')
      const patch = await patches.get(row, row.shape)
      const tag = createHash('sha256').update(patch).digest('hex').slice(0, 32)
      if (prepare(request, reply, tag, { isImmutable: true })) return reply.code(304).send()
      return reply.type('image/webp').send(patch)
    }
  })

  app.route({
    ...aiApi.decide,
    handler: async request => decideSuggestions(db, editProject, await openRun(request, request.params.aiRunId, 'editor'), request.body)
  })

  app.route({
    ...aiApi.undo,
    handler: async request => {
      const { project_id: projectId, id } = await decisionRow(db, request.params.suggestionDecisionId)
      const scope = await opened(request, projectId, 'editor', 'The decision')
      if (!(await isAcceptance(db, id))) return undoDecision(db, editProject, scope, id)
      await undoAcceptance({ editProject, jobs }, scope, id)
      return toDecision(await decisionRow(db, id))
    }
  })
}
