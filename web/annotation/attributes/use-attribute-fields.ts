import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useChanges } from '../../api/use-changes.ts'
import { attributeFieldsOf, renewFields } from './queries.ts'

/** Attribute fields of a project, refetched after a change. */
export function useAttributeFields(projectId: string) {
  const client = useQueryClient()
  useChanges(projectId, 'attributeFields', () => void renewFields(client, projectId))
  return useQuery(attributeFieldsOf(projectId))
}
