import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { LabelReference } from '../../../../shared/contracts/taxonomy.ts'
import { formatFilter } from '../../../../shared/filters.ts'
import { call } from '../../../api/call.ts'
import { labelKeys } from '../queries.ts'

const referenceKeys = {
  ofLabel: (labelId: string) => [...labelKeys.one(labelId), 'references'] as const,
  examples: (projectId: string, labelId: string) => [...labelKeys.one(labelId), 'examples', projectId] as const
}

/** Query for the reference annotations of a label, in the order in which they were chosen. */
export const labelReferences = (labelId: string) =>
  queryOptions({
    queryKey: referenceKeys.ofLabel(labelId),
    queryFn: async ({ signal }) => (await call('GET /labels/:labelId/references', { params: { labelId }, signal })).references,
    staleTime: 30_000
  })

const examplesAtOnce = 60

/** Query for the annotations of a label and its descendants, largest first. Rejected annotations are left out. */
export const examplesOfLabel = (projectId: string, labelId: string) =>
  infiniteQueryOptions({
    queryKey: referenceKeys.examples(projectId, labelId),
    queryFn: ({ pageParam, signal }) => {
      const filter = formatFilter([
        [
          { field: 'label', operator: 'under', value: labelId },
          { field: 'reviewState', operator: 'isNot', value: 'rejected' }
        ]
      ])
      const query = { filter, sort: 'size' as const, limit: examplesAtOnce, ...(pageParam !== null && { cursor: pageParam }) }
      return call('GET /projects/:projectId/annotations', { params: { projectId }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor
  })

export async function addReference(client: QueryClient, labelId: string, annotationId: string): Promise<void> {
  await call('PUT /labels/:labelId/references/:annotationId', { params: { labelId, annotationId } })
  await client.invalidateQueries({ queryKey: referenceKeys.ofLabel(labelId) })
}

/** Removes a reference optimistically, and restores it when the server refuses. */
export async function removeReference(client: QueryClient, labelId: string, annotationId: string): Promise<void> {
  const { queryKey } = labelReferences(labelId)
  client.setQueryData(queryKey, (references: LabelReference[] | undefined) =>
    references?.filter(each => each.annotationId !== annotationId)
  )
  try {
    await call('DELETE /labels/:labelId/references/:annotationId', { params: { labelId, annotationId } })
  } finally {
    await client.invalidateQueries({ queryKey })
  }
}
