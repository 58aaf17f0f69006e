import { useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { coverageOf, publicationOf, rulesOf } from './publication-calls.ts'

/** Refetches a publication, its coverage and its rules when others change them. */
export function useFollowedPublication(projectId: string): void {
  const client = useQueryClient()
  const renewCoverage = () => void client.invalidateQueries({ queryKey: coverageOf(projectId).queryKey })
  useChanges(projectId, 'publication', () => void client.invalidateQueries({ queryKey: publicationOf(projectId).queryKey, exact: true }))
  useChanges(projectId, 'generalisations', () => void client.invalidateQueries({ queryKey: rulesOf(projectId).queryKey }))
  useChanges(projectId, 'sites', renewCoverage)
  useChanges(projectId, 'media', renewCoverage)
}
