import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvent } from '../../../shared/nouns.ts'

/** Returns the subject of an activity sentence: the actor's name, or `You` for the reader. */
export const actorOf = ({ actorId, actorName }: Pick<Activity, 'actorId' | 'actorName'>, readerId: string): string =>
  actorId === readerId ? 'You' : actorName

/**
 * Returns the predicate of an activity sentence, to follow the actor's name: `added dive-12.jpg`. The reader, if mentioned as a
 * member, appears as `you`. Unlisted events appear under their event name.
 */
export function deedOf({ event, detail }: Pick<Activity, 'event' | 'detail'>, readerId: string): string {
  const known = detail.memberId === readerId ? { ...detail, member: 'you' } : detail
  return activityEvent(event)?.inList(known) ?? event.replaceAll('.', ' ')
}
