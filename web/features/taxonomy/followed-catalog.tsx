import { useFollowedCatalog } from './use-followed-catalog.ts'

/** Follows the catalog where it is shown, for screens that fetch this late. */
export function FollowedCatalog({ projectId }: { projectId: string }) {
  useFollowedCatalog(projectId)
  return null
}
