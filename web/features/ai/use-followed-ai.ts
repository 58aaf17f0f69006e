import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChanges } from '../../api/use-changes.ts'
import { aiKeys, refreshCounts, type SuggestionPages } from './queries.ts'

/**
 * Refetches runs and counts when a run progresses, someone else makes decisions, or the catalog changes. Lists of suggestions keep their order, unless
 * they have a label that is no longer in the catalog, for example after a merge.
 * @param labels labels of the catalog; undefined until they are loaded
 */
export function useFollowedAi(projectId: string, labels: readonly { id: string }[] | undefined): void {
  const client = useQueryClient()
  useChanges(projectId, 'ai', () => void refreshCounts(client))
  useChanges(projectId, 'labels', () => void refreshCounts(client))
  useEffect(() => {
    if (!labels) return
    const known = new Set(labels.map(({ id }) => id))
    void client.invalidateQueries({
      queryKey: [...aiKeys.all, 'suggestions'],
      predicate: ({ state }) => lacksLabel(state.data as SuggestionPages | undefined, known)
    })
  }, [client, labels])
}

const lacksLabel = (data: SuggestionPages | undefined, known: ReadonlySet<string>): boolean =>
  data?.pages.some(({ items }) => items.some(({ labelId, labelText }) => labelText === null && !known.has(labelId))) ?? false
