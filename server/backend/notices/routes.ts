import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Notice, noticesApi } from '../../../shared/contracts/notices.ts'
import type { Activity } from '../../../shared/contracts/projects.ts'
import { notificationBadge } from '../../../shared/limits.ts'
import { viewerOf } from '../viewer.ts'
import { sentenceOf } from './sentences.ts'

/** What a newcomer can do, in the order in which it makes sense; as many as the badge says. */
const hints: Notice[] = [
  hint('hint-project', 'Start your first project: it holds your media, people and results', '/projects/new'),
  hint('hint-profile', 'Add your name and ORCID iD, so that your work is credited to you', '/profile'),
  hint('hint-media', 'Drop photographs into the overview of a project: time and position are read from them', '/projects')
]

export interface NoticeRoutes {
  /** The newest things that happened in the projects of an account. */
  newestActivity(accountId: string, limit: number): Promise<Activity[]>
}

/** What the bell shows: always as many as its badge says. */
export const noticeRoutes: FastifyPluginAsyncTypebox<NoticeRoutes> = async (app, { newestActivity }) => {
  app.route({
    ...noticesApi.list,
    handler: async request => {
      const newest = await newestActivity(viewerOf(request).accountId, notificationBadge)
      return { notices: [...newest.map(toNotice), ...hints].slice(0, notificationBadge) }
    }
  })
}

function toNotice(activity: Activity): Notice {
  return {
    id: activity.id,
    kind: 'activity',
    text: sentenceOf(activity),
    projectId: activity.projectId,
    path: `/projects/${activity.projectId}/dashboard`,
    time: activity.time
  }
}

function hint(id: string, text: string, path: string): Notice {
  return { id, kind: 'hint', text, projectId: null, path, time: null }
}
