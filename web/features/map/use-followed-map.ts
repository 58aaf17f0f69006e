import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { mapKeyOf } from './queries.ts'

/**
 * Refetches the data of the map when records that affect its filters or positions change. These are images, annotations,
 * observations, labels, sites, tracks and generalisations.
 */
export function useFollowedMap(projectId: string): void {
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: mapKeyOf(projectId) })
  useChanges(projectId, 'media', renew)
  useChanges(projectId, 'annotations', renew)
  useChanges(projectId, 'observations', renew)
  useChanges(projectId, 'labels', renew)
  useChanges(projectId, 'sites', renew)
  useChanges(projectId, 'navigation', renew)
  useChanges(projectId, 'generalisations', renew)
}
