import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { cameraClocksApi } from '../../../shared/contracts/camera-clocks.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { answerClock } from './clock-answers.ts'
import { unansweredClocks } from './unanswered-clocks.ts'

export interface ClockRoutesOptions {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Routes for the clocks of cameras whose files have no time zone. */
export const clockRoutes: FastifyPluginAsyncTypebox<ClockRoutesOptions> = async (app, { db, access, events }) => {
  /** Queue of the answers for each project. Answers run one at a time, so that they never split an upload batch. */
  const inTurn = oneAtATime()

  app.route({
    ...cameraClocksApi.unanswered,
    handler: async request => unansweredClocks(db, await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...cameraClocksApi.answer,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const { projectId } = scope
      const answered = await inTurn(projectId, () => answerClock(db, scope, request.body))
      events.publish({ type: 'changed', noun: 'media', projectId })
      return answered
    }
  })
}
