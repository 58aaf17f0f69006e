import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { refreshNavigation } from './queries.ts'

/** Keeps tracks and placements true while others bring files and place images. */
export function useFollowedNavigation(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'navigation', () => void refreshNavigation(client, projectId))
}
