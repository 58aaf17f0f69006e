import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { uploadedModelsApi } from '../../../../shared/contracts/uploaded-models.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { recordActivity } from '../../projects/activity.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { Services } from '../../services.ts'
import { ModelState } from '../errors.ts'
import { cardOf } from './card.ts'
import { mayManageModels } from './model-rights.ts'
import { modelRow, toUploadedModel } from './rows.ts'
import { takeModel } from './runnable-model.ts'

type LicenseRoutes = Pick<Services, 'db' | 'access' | 'events' | 'models'>

/** Route that confirms the licence of a model that no run applies alone. It refuses members of a running blind session. */
export const licenseRoutes: FastifyPluginAsyncTypebox<LicenseRoutes> = async (app, { db, access, events, models }) => {
  const editProject = projectEdits(db, events)

  app.route({
    ...uploadedModelsApi.readLicense,
    handler: async request => {
      const row = await modelRow(db, request.params.uploadedModelId)
      const scope = await access.open(request, row.project_id, 'editor', 'The model')
      refuseBlind(scope)
      const { projectId, accountId } = scope
      const { task, name } = toUploadedModel(row)
      if (task !== 'interactive' && task !== 'embed')
        throw new ModelState(
          'Only the licence of a pair or an embedding model is confirmed here: that of another model is confirmed with its first run'
        )
      await editProject(scope, async ({ transaction, publish, at }) => {
        const isFirst = await takeModel(transaction, { id: row.id, manifestSha256: request.body.manifestSha256 }, accountId, at)
        if (!isFirst) return
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'ai.model_license_read', detail: { name } })
        publish({ type: 'changed', noun: 'ai', projectId })
      })
      return cardOf(db, row.id, await mayManageModels(db, scope, models))
    }
  })
}
