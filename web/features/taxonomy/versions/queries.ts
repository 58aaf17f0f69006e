import { queryOptions } from '@tanstack/react-query'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { call } from '../../../api/call.ts'

export const versionKeys = {
  all: (projectId: string) => ['catalog-versions', projectId] as const,
  list: (projectId: string) => [...versionKeys.all(projectId), 'list'] as const,
  comparison: (projectId: string, from: string, to: string | null) => [...versionKeys.all(projectId), 'comparison', from, to] as const
}

/** Query for the versions of a catalog, newest first. */
export const catalogVersions = (projectId: string) =>
  queryOptions({
    queryKey: versionKeys.list(projectId),
    queryFn: async ({ signal }) => (await call('GET /projects/:projectId/catalog-versions', { params: { projectId }, signal })).versions
  })

/** Query for the comparison of two versions. Without `to`, the current catalog is used. The comparison is refetched whenever it is shown. */
export const comparison = (projectId: string, from: string, to: string | null) =>
  queryOptions({
    queryKey: versionKeys.comparison(projectId, from, to),
    queryFn: ({ signal }) =>
      call('GET /projects/:projectId/catalog-versions/comparison', {
        params: { projectId },
        query: { from, ...(to !== null && { to }) },
        signal
      }),
    staleTime: 0
  })

export const freezeCatalog = (projectId: string, name: string, note: string | null): Promise<CatalogVersion> =>
  call('POST /projects/:projectId/catalog-versions', { params: { projectId }, json: { name, note } })
