import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { annotatePath, projectPath } from '../../../shared/addresses.ts'
import { type Notice, noticesApi } from '../../../shared/contracts/notices.ts'
import type { Activity } from '../../../shared/contracts/projects.ts'
import { notificationBadge } from '../../../shared/limits.ts'
import { newestReminders } from '../opportunities/reminders.ts'
import { activityRepository } from '../projects/activity.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { isMention, sentenceOf } from './sentences.ts'

/** Hints for first steps in Isobath, in a useful order. The hints fill the list of notices up to the number on the badge. */
const hints: Notice[] = [
  hint('hint-project', 'Start your first project: a place for your images, members and results', '/projects/new'),
  hint('hint-profile', 'Add your name and ORCID iD so that your work is credited to you', '/profile'),
  hint('hint-media', 'Drop images onto the overview of a project: their times and positions are read automatically', '/projects')
]

/** Number of recent activities that are searched for mentions. Recent mentions come first, so that other activity does not hide them. */
const mostExamined = 50
const mentionsLeadMs = 7 * 24 * 3_600_000

export interface NoticeRoutes {
  db: Database
}

/** Routes for the notices under the bell. There are as many notices as the badge of the bell shows. */
export const noticeRoutes: FastifyPluginAsyncTypebox<NoticeRoutes> = async (app, { db }) => {
  const activity = activityRepository(db)

  app.route({
    ...noticesApi.list,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { items: newest } = await activity.ofMember(accountId, { limit: mostExamined })
      const since = new Date(Date.now() - mentionsLeadMs).toISOString()
      const reminders = await newestReminders(db, accountId, since, notificationBadge)
      const leads = (activity: Activity) => isMention(activity, accountId) && activity.time >= since
      const mentions = newest.filter(leads).map(activity => toNotice(activity, accountId))
      const others = newest.filter(activity => !leads(activity)).map(activity => toNotice(activity, accountId))
      const first = [...reminders.map(toReminder), ...mentions].sort((one, other) => (one.time! > other.time! ? -1 : 1))
      return { notices: [...first, ...others, ...hints].slice(0, notificationBadge) }
    }
  })
}

function toNotice(activity: Activity, accountId: string): Notice {
  const { annotationId, mediaId } = activity.detail
  return {
    id: activity.id,
    kind: 'activity',
    text: sentenceOf(activity, accountId),
    projectId: activity.projectId,
    path:
      annotationId && mediaId
        ? annotatePath(activity.projectId, { mediaId: String(mediaId), annotationId: String(annotationId) })
        : projectPath(activity.projectId),
    time: activity.time
  }
}

const toReminder = ({ id, opportunity_id: opportunityId, text, at }: Awaited<ReturnType<typeof newestReminders>>[number]): Notice => ({
  ...{ id, kind: 'reminder', text, projectId: null, path: `/opportunities/${opportunityId}`, time: at }
})

function hint(id: string, text: string, path: string): Notice {
  return { id, kind: 'hint', text, projectId: null, path, time: null }
}
