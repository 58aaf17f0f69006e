import type { ServerEvent } from '../../../shared/contracts/events.ts'
import { isRoundImage } from '../annotations/rounds/blind.ts'
import { jobAsSeen } from '../jobs/as-seen.ts'
import type { JobKinds } from '../jobs/kinds.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { unnamedMember } from '../projects/hidden-addresses.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'

/** Milliseconds for which the viewer's access to a project is cached, because job progress arrives several times a second. */
const believedMs = 5_000

interface Facts {
  db: Database
  access: ProjectAccess
  jobKinds: JobKinds
}

/**
 * Creates an event filter for one viewer. The filter returns null for an event that the viewer must not get. Events without a project pass only
 * if they report a change. Events to one account reach no other account. Blind members get no events about suggestions, or about imports by
 * others. On images of the round, events about the presence and edits of others are hidden too.
 */
export function audience(viewer: Viewer, { db, access, jobKinds }: Facts): (event: ServerEvent) => Promise<ServerEvent | null> {
  const answers = new Map<string, { scope: Scope | null; readAt: number }>()

  async function answerOf(projectId: string, isNews: boolean) {
    const known = answers.get(projectId)
    if (known && !isNews && Date.now() - known.readAt < believedMs) return known
    const answer = { scope: await access.scopeOf(viewer, projectId), readAt: Date.now() }
    answers.set(projectId, answer)
    if (answers.size > 1000) answers.delete(answers.keys().next().value as string)
    return answer
  }

  return async given => {
    if (given.type === 'changed' && given.to !== undefined && given.to !== viewer.accountId) return null
    const projectId = given.type === 'job' ? given.job.projectId : given.projectId
    if (projectId === null) return given.type === 'changed' ? given : null
    const { scope } = await answerOf(projectId, changesAudience(given))
    if (!scope) return null
    const event = given.type === 'presence' && scope.places.role === null ? asVisitorsSee(given) : given
    if (!scope.blind) return event
    if (event.type === 'job') {
      const job = jobAsSeen(jobKinds, event.job, scope)
      return job && { ...event, job }
    }
    if (event.type === 'changed' && event.noun === 'ai') return null
    if (isImport(event, viewer.accountId)) return null
    const mediaId = doneByOther(event, viewer.accountId)
    return mediaId !== null && (await isRoundImage(db, scope, mediaId)) ? null : event
  }
}

/** Presence event as sent to viewers who are not members. A name that is an e-mail address is hidden. */
function asVisitorsSee(event: ServerEvent & { type: 'presence' }): ServerEvent {
  const { id, name } = event.person
  return { ...event, person: { id, name: name.includes('@') ? unnamedMember : name } }
}

/**
 * Whether an event names a person or may change who has access. For such an event, access is read again, so that a viewer without access gets no
 * name. A round begins and ends with an event about all annotations of its project.
 */
function changesAudience(event: ServerEvent): boolean {
  if (event.type !== 'changed') return event.type === 'presence'
  const { noun, mediaId } = event
  return noun === 'projects' || noun === 'members' || (noun === 'annotations' && mediaId === undefined)
}

/** Whether an event reports a change by another person without naming an image, as an import does. */
function isImport(event: Exclude<ServerEvent, { type: 'job' }>, accountId: string): boolean {
  return event.type === 'changed' && event.mediaId === undefined && event.by !== undefined && event.by !== accountId
}

/** Returns the id of the image that another person has open or has edited; null for any other event. */
function doneByOther(event: Exclude<ServerEvent, { type: 'job' }>, accountId: string): string | null {
  const { mediaId = null } = event
  if (event.type === 'presence') return event.person.id === accountId ? null : mediaId
  const isSomeones = event.noun === 'annotations' || event.by !== undefined
  return isSomeones && event.by !== accountId ? mediaId : null
}
