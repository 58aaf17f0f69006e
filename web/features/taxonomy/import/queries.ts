import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ImportReport } from '../../../../shared/contracts/taxonomy-import.ts'
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

export interface ImportChoice {
  namesakes: 'ask' | 'add' | 'use'
  under: string | null
  /** Decisions on single rows, in the format of the API contract. */
  decisions?: string | undefined
}

/** Imports a list of labels. With `dryRun`, the effects are merely reported. */
export function importList(
  projectId: string,
  list: File,
  { namesakes, under, decisions, dryRun }: ImportChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<ImportReport> {
  const query = { dryRun, namesakes, name: list.name.slice(-255), ...(under !== null && { under }), ...(decisions && { decisions }) }
  const stream = new Blob([list], { type: 'text/csv' })
  return call('POST /projects/:projectId/labels/import', { params: { projectId }, query, stream, signal })
}

/** Another project's catalog, or one of its labels with all descendants. */
export interface CopySource {
  projectId: string
  labelId?: string
}

export function copyCatalog(
  projectId: string,
  { projectId: from, labelId }: CopySource,
  { namesakes, under, decisions, dryRun }: ImportChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<ImportReport> {
  const json = {
    from,
    ...(labelId !== undefined && { labelId }),
    dryRun,
    namesakes,
    ...(under !== null && { under }),
    ...(decisions && { decisions })
  }
  return call('POST /projects/:projectId/labels/copy', { params: { projectId }, json, signal })
}
