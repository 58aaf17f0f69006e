import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { mapKeyOf } from './queries.ts'

/** Refetches places when images, annotations, sites or tracks change, because a filter may depend on each of them. */
export function useFollowedMap(projectId: string): void {
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: mapKeyOf(projectId) })
  useChanges(projectId, 'media', renew)
  useChanges(projectId, 'annotations', renew)
  useChanges(projectId, 'sites', renew)
  useChanges(projectId, 'navigation', renew)
  useChanges(projectId, 'generalisations', renew)
}
