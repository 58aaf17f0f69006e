import type { Project } from '../../../../shared/contracts/projects.ts'
import { untitled } from './texts.ts'

/** Revision of a project from a backend without revisions. Edits to such a project are sent without a revision. */
export const noRevision = 0

/**
 * Fills in missing fields of a project from the server. A foreign backend may return only `id` (a string or a number) and `title`. Other
 * fields default to empty. The role defaults to owner, because that backend enforces its own permissions.
 */
export function knownProject(given: Partial<Omit<Project, 'id'>> & { id: string | number }): Project {
  return {
    id: String(given.id),
    title: given.title?.trim() || untitled,
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

/** Normalises the response of `GET /api/projects`, which is an array or an object with `projects`. */
export function knownPage(answer: unknown): ProjectPage {
  const page = (Array.isArray(answer) ? { projects: answer } : (answer ?? {})) as Partial<ProjectPage>
  const projects = (page.projects ?? []).map(knownProject)
  return { projects, nextCursor: page.nextCursor ?? null, totalCount: page.totalCount ?? projects.length }
}
