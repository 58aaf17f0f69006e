import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvent } from '../../../shared/nouns.ts'

/** `added dive-12.jpg`, to stand after the actor's name. An event that this app does not list yet shows its name. */
export const deedOf = ({ event, detail }: Pick<Activity, 'event' | 'detail'>): string =>
  activityEvent(event)?.inList(detail) ?? event.replaceAll('.', ' ')
