import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { refreshCounts } from './queries.ts'

/** Refetches runs and counts when a run progresses or someone else makes decisions. */
export function useFollowedAi(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'ai', () => void refreshCounts(client))
}
