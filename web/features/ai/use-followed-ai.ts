import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { aiKeys, refreshCounts } from './queries.ts'

/**
 * Refetches runs and counts when a run progresses, someone else makes decisions, or a label is merged. Lists of suggestions keep their order, and are
 * fetched again the next time they are opened.
 */
export function useFollowedAi(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'ai', () => void refreshCounts(client))
  useChanges(projectId, 'labels', () => {
    void refreshCounts(client)
    const isList = ({ queryKey }: { queryKey: QueryKey }) => !queryKey.includes('mixed') // a mixed batch stays as it was drawn
    void client.invalidateQueries({ queryKey: [...aiKeys.all, 'suggestions'], predicate: isList, refetchType: 'none' })
  })
}
