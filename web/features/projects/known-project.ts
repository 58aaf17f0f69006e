import type { Project } from '../../../shared/contracts/projects.ts'

/** `revision` of a project whose backend keeps none: it is then not sent back with an edit. */
export const noRevision = 0

/**
 * A project as this app knows it. A foreign backend may give `id` (a number, too) and `title` and no more:
 * the rest is empty, and as it says nothing of roles, the one who asks may do everything that it lets them.
 */
export function knownProject(given: Partial<Omit<Project, 'id'>> & { id: string | number }): Project {
  return {
    id: String(given.id),
    title: given.title?.trim() || 'Untitled project',
    description: given.description ?? null,
    habitat: given.habitat ?? null,
    region: given.region ?? null,
    startDate: given.startDate ?? null,
    endDate: given.endDate ?? null,
    visibility: given.visibility ?? 'private',
    coverMediaId: given.coverMediaId ?? null,
    role: given.role === undefined ? 'owner' : given.role,
    memberCount: given.memberCount ?? 0,
    mediaCount: given.mediaCount ?? 0,
    ...(given.isExample && { isExample: true }),
    revision: given.revision ?? noRevision,
    createdAt: given.createdAt ?? '',
    modifiedAt: given.modifiedAt ?? given.createdAt ?? '',
    deletedAt: given.deletedAt ?? null
  }
}

export interface ProjectPage {
  projects: Project[]
  nextCursor: string | null
  totalCount: number
}

/** `GET /api/projects` answers an array, or an object with `projects`. */
export function knownPage(answer: unknown): ProjectPage {
  const page = (Array.isArray(answer) ? { projects: answer } : (answer ?? {})) as Partial<ProjectPage>
  const projects = (page.projects ?? []).map(knownProject)
  return { projects, nextCursor: page.nextCursor ?? null, totalCount: page.totalCount ?? projects.length }
}
