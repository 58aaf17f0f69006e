import type { ServerEvent } from '../../../shared/contracts/events.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Viewer } from '../viewer.ts'

/** How long an answer about one project is believed, in milliseconds: a job can tell its progress many times a second. */
const believedMs = 5_000

/**
 * Decides for one viewer which events are theirs to know. Events without a project tell nothing but that something changed. Who works blind
 * does not hear on which images others mark something.
 */
export function audience(viewer: Viewer, access: ProjectAccess): (event: ServerEvent) => Promise<boolean> {
  const answers = new Map<string, { allowed: boolean; isBlind: boolean; askedAt: number }>()

  return async event => {
    const projectId = event.type === 'job' ? event.job.projectId : event.projectId
    if (projectId === null) return event.type === 'changed'
    const membersChanged = event.type === 'changed' && (event.noun === 'projects' || event.noun === 'members')
    const isOfOthers =
      event.type === 'changed' && event.noun === 'annotations' && event.mediaId !== undefined && event.by !== viewer.accountId
    const known = answers.get(projectId)
    if (known && !membersChanged && Date.now() - known.askedAt < believedMs) return known.allowed && !(known.isBlind && isOfOthers)
    const allowed = (await access.roleOf(viewer, projectId)) !== null
    const isBlind = allowed && (await access.blind(viewer, projectId)) !== null
    answers.set(projectId, { allowed, isBlind, askedAt: Date.now() })
    if (answers.size > 1000) answers.delete(answers.keys().next().value as string)
    return allowed && !(isBlind && isOfOthers)
  }
}
