import type { ServerEvent } from '../../../shared/contracts/events.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Viewer } from '../viewer.ts'

/** How long an answer about one project is believed, in milliseconds: a job can tell its progress many times a second. */
const believedMs = 5_000

/** Decides for one viewer which events are theirs to know. Events without a project tell nothing but that something changed. */
export function audience(viewer: Viewer, access: ProjectAccess): (event: ServerEvent) => Promise<boolean> {
  const answers = new Map<string, { allowed: boolean; askedAt: number }>()

  return async event => {
    const projectId = event.type === 'job' ? event.job.projectId : event.projectId
    if (projectId === null) return event.type === 'changed'
    const membersChanged = event.type === 'changed' && (event.noun === 'projects' || event.noun === 'members')
    const known = answers.get(projectId)
    if (known && !membersChanged && Date.now() - known.askedAt < believedMs) return known.allowed
    const allowed = (await access.roleOf(viewer, projectId)) !== null
    answers.set(projectId, { allowed, askedAt: Date.now() })
    if (answers.size > 1000) answers.delete(answers.keys().next().value as string)
    return allowed
  }
}
