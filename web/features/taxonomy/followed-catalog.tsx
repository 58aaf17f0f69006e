import { useFollowedCatalog } from './use-followed-catalog.ts'

/** Component that keeps the catalog up to date, for screens that load this code lazily. */
export function FollowedCatalog({ projectId }: { projectId: string }) {
  useFollowedCatalog(projectId)
  return null
}
