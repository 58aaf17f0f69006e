import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvent } from '../../../shared/nouns.ts'

/** The subject of a sentence: the actor's name, or `You` for the reader. */
export const actorOf = ({ actorId, actorName }: Pick<Activity, 'actorId' | 'actorName'>, readerId: string): string =>
  actorId === readerId ? 'You' : actorName

/**
 * Predicate of an activity, for use after the actor's name: `added dive-12.jpg`. The reader as a member is `you`.
 * An unlisted event shows its own name.
 */
export function deedOf({ event, detail }: Pick<Activity, 'event' | 'detail'>, readerId: string): string {
  const known = detail.memberId === readerId ? { ...detail, member: 'you' } : detail
  return activityEvent(event)?.inList(known) ?? event.replaceAll('.', ' ')
}
