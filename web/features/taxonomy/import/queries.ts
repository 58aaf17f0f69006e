import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { refreshCatalog } from '../queries.ts'

const all = ['catalog imports'] as const

export const catalogImports = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...all, 'list', projectId],
    queryFn: ({ pageParam, signal }) =>
      call('GET /projects/:projectId/labels/imports', { params: { projectId }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor ?? undefined,
    staleTime: 0
  })

export const catalogImport = (catalogImportId: string | null) =>
  queryOptions({
    queryKey: [...all, 'one', catalogImportId],
    queryFn: ({ signal }) => call('GET /catalog-imports/:catalogImportId', { params: { catalogImportId: catalogImportId ?? '' }, signal }),
    enabled: catalogImportId !== null
  })

export async function undoCatalogImport(client: QueryClient, projectId: string, catalogImportId: string): Promise<void> {
  await call('POST /catalog-imports/:catalogImportId/undo', { params: { catalogImportId } })
  await Promise.all([refreshCatalog(client, projectId), client.invalidateQueries({ queryKey: all })])
}
