import { queryOptions } from '@tanstack/react-query'
import type { Annotation, AnnotationVersion } from '../../../../shared/contracts/annotations.ts'
import { annotateKeys } from '../../../annotation/queries.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

/** An annotation as it stands on the server, and its versions, newest first; null when it is not there, or not to be seen. */
export type Standing = { annotation: Annotation; versions: AnnotationVersion[] } | null

/** @param revision the newest one that is known here, so that a newer one is asked for anew */
export const standingOf = (annotationId: string, revision: number) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'standing', annotationId, revision],
    queryFn: async ({ signal }): Promise<Standing> => {
      const params = { annotationId }
      try {
        const { versions } = await call('GET /annotations/:annotationId/history', { params, signal })
        return { annotation: await call('GET /annotations/:annotationId', { params, signal }), versions }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: 0
  })
