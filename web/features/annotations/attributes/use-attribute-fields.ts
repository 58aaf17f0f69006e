import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToServer } from '../../../api/events.ts'
import { attributeFieldsOf, renewFields } from './queries.ts'

/** The fields of a project, read again when someone changes them. */
export function useAttributeFields(projectId: string) {
  const client = useQueryClient()
  const query = useQuery(attributeFieldsOf(projectId))
  useEffect(
    () =>
      listenToServer(event => {
        if (event.type === 'changed' && event.noun === 'attributeFields' && event.projectId === projectId)
          void renewFields(client, projectId)
      }),
    [client, projectId]
  )
  return query
}
