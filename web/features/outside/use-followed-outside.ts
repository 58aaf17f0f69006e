import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { outsideKeys, refreshOutside } from './queries.ts'

/** Refetches jobs and records when a run progresses, and records when other people decide on them. */
export function useFollowedOutside(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'scraper', () => void refreshOutside(client))
  useChanges(projectId, 'outsideRecords', () => void client.invalidateQueries({ queryKey: outsideKeys.records }))
}
