import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { type UploadedModelList, uploadedModelsApi } from '../../../../shared/contracts/uploaded-models.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import type { BackendConfig } from '../../config.ts'
import type { EventBus } from '../../events/bus.ts'
import type { Fetcher } from '../../fetcher/fetcher.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { recordActivity } from '../../projects/activity.ts'
import { type ProjectEdit, projectEdits } from '../../projects/edit-project.ts'
import type { FullSight, Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { ModelState, ModelUploadNeeds } from '../errors.ts'
import { namedOutliner } from '../outlines/outliner.ts'
import { cardOf } from './card.ts'
import { isNeededDecoder } from './decoder.ts'
import { startDryRun } from './dry-run.ts'
import { mapLabels } from './map-labels.ts'
import type { ModelPolicy } from './model-policy.ts'
import { mayManageModels, requireModelRight } from './model-rights.ts'
import { isUsed, type ListedModel, modelRow, modelRows, stateOf, toUploadedModel } from './rows.ts'
import { runtimeFault } from './runtime-check.ts'
import { latestFetch, startFetch } from './start-fetch.ts'
import { usableEmbedders } from './usable-embedders.ts'

const mostListed = 200

interface UploadedModelRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  jobs: JobQueue
  fetcher: Fetcher
  config: BackendConfig
  models: ModelPolicy
}

/** Routes for uploaded models. They refuse members of a running blind session. */
// Long: the routes of one resource.
export const uploadedModelRoutes: FastifyPluginAsyncTypebox<UploadedModelRoutes> = async (
  app,
  { db, access, events, jobs, fetcher, config: { isOffline = false }, models: policy }
) => {
  const editProject = projectEdits(db, events)
  const fromWeb: UploadedModelList['fromWeb'] = !policy.fromWeb ? 'off' : isOffline ? 'offline' : 'on'

  async function opened(request: FastifyRequest, projectId: string, atLeast: Role, noun?: string): Promise<Scope & FullSight> {
    const scope = await access.open(request, projectId, atLeast, noun)
    refuseBlind(scope)
    return scope
  }

  async function openedModel(
    request: FastifyRequest,
    modelId: string,
    atLeast: Role
  ): Promise<{ scope: Scope & FullSight; row: ListedModel }> {
    const row = await modelRow(db, modelId)
    return { row, scope: await opened(request, row.project_id, atLeast, 'The model') }
  }

  /** Opens a model for a person with the right to manage it. @throws ModelUploadNeeds */
  async function managed(request: FastifyRequest, modelId: string): Promise<{ scope: Scope & FullSight; row: ListedModel }> {
    const found = await openedModel(request, modelId, 'editor')
    await requireModelRight(db, found.scope, policy)
    return found
  }

  const card = async (scope: Scope, modelId: string) => cardOf(db, modelId, await mayManageModels(db, scope, policy))

  /** Changes a model and records the change in the activity log. */
  const changeModel = (
    scope: Scope,
    row: ListedModel,
    event: 'ai.model_retired' | 'ai.model_restored' | 'ai.model_removed',
    change: (edit: ProjectEdit) => Promise<unknown>
  ) =>
    editProject(scope, async edit => {
      await change(edit)
      const detail = { name: toUploadedModel(row).name }
      await recordActivity(edit.transaction, { projectId: scope.projectId, actorId: scope.accountId, event, detail })
      edit.publish({ type: 'changed', noun: 'ai', projectId: scope.projectId })
    })

  app.route({
    ...uploadedModelsApi.list,
    handler: async request => {
      const scope = await opened(request, request.params.projectId, 'viewer')
      const rows = await modelRows(db)
        .where('ai_uploaded_model.project_id', '=', scope.projectId)
        .orderBy('ai_uploaded_model.id', 'desc')
        .limit(mostListed)
        .execute()
      return {
        items: rows.map(toUploadedModel),
        mayUpload: await mayManageModels(db, scope, policy),
        uploaders: policy.uploaders,
        largestBytes: policy.largestBytes,
        fromWeb,
        fetch: await latestFetch({ db, jobs }, scope.projectId),
        ...{ outliner: await namedOutliner(db, scope), embedders: await usableEmbedders(db, scope) },
        runtimeFault: await runtimeFault()
      }
    }
  })

  app.route({
    ...uploadedModelsApi.fetch,
    handler: async (request, reply) => {
      const scope = await opened(request, request.params.projectId, 'editor')
      await requireModelRight(db, scope, policy)
      if (!policy.fromWeb) throw new ModelUploadNeeds('This server does not fetch models from web addresses: its operator can allow it')
      return reply.code(202).send(await startFetch({ db, events, jobs, fetcher, isOffline }, scope, request.body))
    }
  })

  app.route({
    ...uploadedModelsApi.get,
    handler: async request => {
      const { scope, row } = await openedModel(request, request.params.uploadedModelId, 'viewer')
      return card(scope, row.id)
    }
  })

  app.route({
    ...uploadedModelsApi.tryOut,
    handler: async (request, reply) => {
      const { scope, row } = await managed(request, request.params.uploadedModelId)
      await startDryRun({ db, events, jobs }, scope, row.id, request.body)
      return reply.code(202).send(await card(scope, row.id))
    }
  })

  app.route({
    ...uploadedModelsApi.mapLabels,
    handler: async request => {
      const { scope, row } = await openedModel(request, request.params.uploadedModelId, 'editor')
      const { projectId, accountId } = scope
      const { labels } = request.body
      await editProject(scope, async ({ transaction, publish }) => {
        await mapLabels(transaction, { modelId: row.id, projectId, isDecided: true }, labels)
        const detail = { name: toUploadedModel(row).name, count: labels.length }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.model_mapped', detail })
        publish({ type: 'changed', noun: 'ai', projectId })
      })
      return card(scope, row.id)
    }
  })

  for (const [contract, from, to] of [
    [uploadedModelsApi.retire, 'ready', 'retired'],
    [uploadedModelsApi.restore, 'retired', 'ready']
  ] as const)
    app.route({
      ...contract,
      handler: async request => {
        const { scope, row } = await managed(request, request.params.uploadedModelId)
        await changeModel(scope, row, to === 'retired' ? 'ai.model_retired' : 'ai.model_restored', async ({ transaction }) => {
          const changed = await transaction
            .updateTable('ai_uploaded_model')
            .set({ state: to })
            .where('id', '=', row.id)
            .where('state', '=', from)
            .returning('id')
            .executeTakeFirst()
          if (!changed)
            throw new ModelState(to === 'retired' ? 'Only a ready model can be retired' : 'Only a retired model can be brought back')
        })
        return card(scope, row.id)
      }
    })

  app.route({
    ...uploadedModelsApi.remove,
    handler: async (request, reply) => {
      const { scope, row } = await managed(request, request.params.uploadedModelId)
      await changeModel(scope, row, 'ai.model_removed', async ({ transaction }) => {
        if (await isUsed(transaction, row.id))
          throw new ModelState('Runs have used this model: retire it instead to keep their records complete')
        if (stateOf(await modelRow(transaction, row.id)) === 'dry_run')
          throw new ModelState('The test run of this model is under way: cancel it first')
        if (row.is_decoder === 1 && (await isNeededDecoder(transaction, scope, row.sha256)))
          throw new ModelState('A pair uses this decoder: remove its encoder first')
        await transaction.deleteFrom('ai_uploaded_model').where('id', '=', row.id).execute()
      })
      return reply.code(204).send(null)
    }
  })
}
