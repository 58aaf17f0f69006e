import type { Project } from '../../../shared/contracts/projects.ts'
import { texts } from './texts.ts'
import { daysToRestore, mayEdit } from './words.ts'

export interface Waiting {
  id: string
  text: string
  /** Path of the screen for the task. */
  path: string
  action: string
}

const { waiting: words } = texts

const soonDays = 7

/**
 * Lists the tasks in a person's projects: projects to restore, and projects without media. A deleted project is listed if it will be permanently
 * deleted within seven days. At most three projects without media are listed, and only those that the person can edit.
 */
export function projectsWaiting(projects: Project[], deleted: Project[], now = Date.now()): Waiting[] {
  const empty = projects
    .filter(project => project.mediaCount === 0 && project.memberCount > 0 && mayEdit(project))
    .slice(0, 3)
    .map(({ id, title }) => ({
      id: `media ${id}`,
      text: words.noImages(title),
      path: `/projects/${encodeURIComponent(id)}/dashboard`,
      action: words.addImages
    }))
  const leaving = deleted
    .filter(({ deletedAt }) => deletedAt && daysToRestore(deletedAt, now) <= soonDays)
    .map(({ id, title, deletedAt }) => ({
      id: `restore ${id}`,
      text: words.leaving(title, daysToRestore(deletedAt!, now)),
      path: '/projects?deleted=true',
      action: words.viewDeleted
    }))
  return [...leaving, ...empty]
}
