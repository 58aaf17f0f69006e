import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvent } from '../../../shared/nouns.ts'

/** `added dive-12.jpg`, for use after the actor's name. An unlisted event shows its own name. */
export const deedOf = ({ event, detail }: Pick<Activity, 'event' | 'detail'>): string =>
  activityEvent(event)?.inList(detail) ?? event.replaceAll('.', ' ')
