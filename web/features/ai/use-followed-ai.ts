import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { refreshCounts } from './queries.ts'

/** Renews runs and counts when runs progress, or others decide. */
export function useFollowedAi(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'ai', () => void refreshCounts(client))
}
