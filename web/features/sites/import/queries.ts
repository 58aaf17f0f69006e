import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { SiteDraft } from '../../../../shared/contracts/sites.ts'
import { call } from '../../../api/call.ts'
import { refreshSites, siteKeys } from '../queries.ts'

/** Preview of the places of a file as sites. @param surveyId survey of the sites; null for none */
export const placesOf = (projectId: string, file: File, surveyId: string | null) =>
  queryOptions({
    queryKey: ['sitePlaces', projectId, file.name, file.size, file.lastModified, surveyId], // not under the keys of sites, whose changes would upload the file again
    queryFn: ({ signal }) =>
      call('POST /projects/:projectId/site-imports/preview', {
        params: { projectId },
        query: { fileName: file.name, ...(surveyId !== null && { surveyId }) },
        stream: new Blob([file], { type: 'application/octet-stream' }),
        signal
      }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0
  })

/** Imports of the last 30 days, newest first. */
export const siteImportsOf = (projectId: string) =>
  queryOptions({
    queryKey: [...siteKeys.of(projectId), 'imports'],
    queryFn: ({ signal }) => call('GET /projects/:projectId/site-imports', { params: { projectId }, signal })
  })

export const importSites = (projectId: string) =>
  mutationOptions({
    mutationKey: ['importSites', projectId],
    /** @param sent indexes of the sites in the file, which map a refusal to its row */
    mutationFn: ({ fileName, sites }: { fileName: string; sites: SiteDraft[]; sent: readonly number[] }) =>
      call('POST /projects/:projectId/site-imports', { params: { projectId }, json: { fileName, sites } }),
    onSettled: (_import, _error, _variables, _before, { client }) => refreshSites(client, projectId)
  })

/** Numbers of sites that undoing an import would delete and keep. */
export const undoCountsOf = (siteImportId: string) =>
  queryOptions({
    queryKey: ['siteImportUndo', siteImportId], // not under the keys of sites, because the server refuses the call after the undo
    queryFn: ({ signal }) => call('GET /site-imports/:siteImportId/undo', { params: { siteImportId }, signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0
  })

export const undoSiteImport = (projectId: string) =>
  mutationOptions({
    mutationKey: ['undoSiteImport', projectId],
    mutationFn: (siteImportId: string) => call('POST /site-imports/:siteImportId/undo', { params: { siteImportId } }),
    onSettled: (_import, _error, _id, _before, { client }) => refreshSites(client, projectId)
  })
