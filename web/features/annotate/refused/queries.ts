import { queryOptions } from '@tanstack/react-query'
import type { Annotation, AnnotationVersion } from '../../../../shared/contracts/annotations.ts'
import { annotateKeys } from '../../../annotation/queries.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

/** An annotation on the server with its versions, newest first; null when it is missing or hidden. */
export type CurrentVersion = { annotation: Annotation; versions: AnnotationVersion[] } | null

/** Query for the current state of an annotation on the server. @param revision newest revision seen here; a newer one causes a refetch */
export const currentVersionOf = (annotationId: string, revision: number) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'standing', annotationId, revision],
    queryFn: async ({ signal }): Promise<CurrentVersion> => {
      const params = { annotationId }
      try {
        const { versions } = await call('GET /annotations/:annotationId/history', { params, signal })
        return { annotation: await call('GET /annotations/:annotationId', { params, signal }), versions }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
        throw error
      }
    },
    staleTime: 0
  })
