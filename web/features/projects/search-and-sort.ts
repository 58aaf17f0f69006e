import type { Project, ProjectListQuery } from '../../../shared/contracts/projects.ts'

type Order = NonNullable<ProjectListQuery['sort']>

const orders: Record<Order, (a: Project, b: Project) => number> = {
  title: (a, b) => a.title.localeCompare(b.title, 'en', { numeric: true, sensitivity: 'base' }),
  modified: (a, b) => b.modifiedAt.localeCompare(a.modifiedAt),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt)
}

/** Searches and sorts projects in the browser, for a backend that does neither. */
export function searchAndSort(projects: Project[], search: string, sort: Order): Project[] {
  const wanted = search.trim().toLowerCase()
  const found = wanted
    ? projects.filter(({ title, description, region }) => `${title} ${description ?? ''} ${region ?? ''}`.toLowerCase().includes(wanted))
    : projects
  return found.toSorted(orders[sort])
}
