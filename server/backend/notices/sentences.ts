import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvent } from '../../../shared/nouns.ts'

/** Formats an activity as a sentence for the bell of an account. */
export function sentenceOf(activity: Activity, accountId: string): string {
  const { event, detail, actorName, projectTitle } = activity
  const project = `“${projectTitle}”`
  if (isMention(activity, accountId)) return `${actorName} mentioned you on ${mentionPlace(detail)} in ${project}`
  const known = detail.memberId === accountId ? { ...detail, member: 'you' } : detail
  const actor = activity.actorId === accountId ? 'You' : actorName
  return `${actor} ${activityEvent(event)?.inBell(known, project) ?? `worked on ${project}`}`
}

/** Whether the activity is a comment by someone else that mentions the account. */
export const isMention = ({ actorId, detail }: Activity, accountId: string): boolean =>
  actorId !== accountId &&
  String(detail.mentions ?? '')
    .split(' ')
    .includes(accountId)

const mentionPlace = ({ count, fileName }: Activity['detail']) =>
  count ? `${count} ${count === 1 ? 'annotation' : 'annotations'}` : (fileName ?? 'an image')
