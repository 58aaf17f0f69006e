import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { refreshNavigation } from './queries.ts'

/** Refetches tracks and placements when others change them. */
export function useFollowedNavigation(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'navigation', () => void refreshNavigation(client, projectId))
}
