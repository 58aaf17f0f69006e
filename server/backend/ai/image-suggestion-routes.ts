import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { imageSuggestionsApi } from '../../../shared/contracts/image-suggestions.ts'
import { clientGone } from '../../lib/client-gone.ts'
import { NotFound } from '../../lib/errors.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { withinLimits } from '../media/picture-pools.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { editSuggestions } from './edit-suggestions.ts'
import { inCatalog, suggestionsOf, suggestionWith } from './image-suggestions.ts'
import { liveSuggestionsOf, unlessBusy } from './live-suggestions.ts'
import type { AiRoutes } from './routes.ts'

/** Maximum time in milliseconds for which live suggestions wait for a process and its work. */
const longestMs = 20_000

/** Routes for the suggestions on an image. They refuse members of a running blind session. */
export const imageSuggestionRoutes: FastifyPluginAsyncTypebox<Pick<AiRoutes, 'db' | 'access' | 'events' | 'blobs' | 'pictures'>> = async (
  app,
  { db, access, events, blobs, pictures }
) => {
  const editProject = projectEdits(db, events)
  const ofMedia = scopeOfMedia(db, access)

  app.route({
    ...imageSuggestionsApi.ofMedia,
    handler: async request => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'viewer')
      refuseBlind(scope)
      return suggestionsOf(db, scope, mediaId)
    }
  })

  app.route({
    ...imageSuggestionsApi.live,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      refuseBlind(scope)
      const { file_name: fileName } = await db.selectFrom('media').select('file_name').where('id', '=', mediaId).executeTakeFirstOrThrow()
      return unlessBusy(longestMs, clientGone(reply), signal =>
        withinLimits(liveSuggestionsOf({ db, blobs, pool: pictures.live, signal }, scope, mediaId), fileName, pictures.limits)
      )
    }
  })

  app.route({
    ...imageSuggestionsApi.get,
    handler: async request => {
      const row = await suggestionWith(db, request.params.suggestionId)
      const scope = await access.open(request, row.project_id, 'viewer', 'The suggestion')
      refuseBlind(scope)
      const [suggestion] = await inCatalog(db, scope, [row])
      if (!suggestion) throw new NotFound('The suggestion')
      return suggestion
    }
  })

  app.route({
    ...imageSuggestionsApi.edit,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      refuseBlind(scope)
      return { results: await editSuggestions(editProject, scope, request.body.edits) }
    }
  })
}
