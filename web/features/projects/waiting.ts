import type { Project } from '../../../shared/contracts/projects.ts'
import { formatCount } from '../../ui/format.ts'
import { daysToRestore, mayEdit } from './words.ts'

export interface Waiting {
  id: string
  text: string
  /** Where it is done. */
  path: string
  action: string
}

const soonDays = 7

/** What the person's projects wait for: first media, and deleted ones that will soon be gone. */
export function projectsWaiting(projects: Project[], deleted: Project[], now = Date.now()): Waiting[] {
  const empty = projects
    .filter(project => project.mediaCount === 0 && project.memberCount > 0 && mayEdit(project))
    .slice(0, 3)
    .map(({ id, title }) => ({
      id: `media ${id}`,
      text: `${title} has no media yet.`,
      path: `/projects/${encodeURIComponent(id)}/dashboard`,
      action: 'Add photographs'
    }))
  const leaving = deleted
    .filter(({ deletedAt }) => deletedAt && daysToRestore(deletedAt, now) <= soonDays)
    .map(({ id, title, deletedAt }) => ({
      id: `restore ${id}`,
      text: `${title} is deleted and will be gone in ${formatCount(daysToRestore(deletedAt!, now), 'day')}.`,
      path: '/projects?deleted=true',
      action: 'Look at deleted projects'
    }))
  return [...leaving, ...empty]
}
