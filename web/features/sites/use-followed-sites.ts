import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { refreshSites } from './queries.ts'

/** Refetches surveys and sites when others edit them. */
export function useFollowedSites(projectId: string): void {
  const client = useQueryClient()
  useChanges(projectId, 'sites', () => void refreshSites(client, projectId))
}
