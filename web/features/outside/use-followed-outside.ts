import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { outsideKeys, refreshOutside } from './queries.ts'

/** Refetches jobs and records when runs progress or other people decide on records. */
export function useFollowedOutside(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'scraper', () => void refreshOutside(client))
  useChanges(projectId, 'outsideRecords', () => void client.invalidateQueries({ queryKey: outsideKeys.records }))
}
