import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { observationListLimitBytes } from '../../../shared/limits.ts'
import { call } from '../../api/call.ts'
import { formatBytes } from '../../ui/format.ts'
import { observationKeys, refreshObservations } from './queries.ts'
import { importTexts } from './texts.ts'

/** Returns the mutation that imports a table, or only previews the import if `dryRun` is true. */
export const importTable = (projectId: string, dryRun: boolean) =>
  mutationOptions({
    mutationKey: ['observations', 'import', dryRun],
    mutationFn: (file: File) => {
      if (file.size > observationListLimitBytes) throw new Error(importTexts.tooLarge(file.name, formatBytes(observationListLimitBytes)))
      return call('POST /projects/:projectId/observations/import', {
        params: { projectId },
        query: { dryRun, fileName: file.name.slice(-255) },
        stream: new Blob([file], { type: 'text/csv' })
      })
    },
    onSuccess: (_report, _file, _before, { client }) => (dryRun ? undefined : refreshObservations(client, projectId))
  })

export const observationImports = (projectId: string) =>
  queryOptions({
    queryKey: [...observationKeys.of(projectId), 'imports'],
    queryFn: ({ signal }) => call('GET /projects/:projectId/observation-imports', { params: { projectId }, signal }),
    staleTime: 0
  })

export const undoImport = (projectId: string) =>
  mutationOptions({
    mutationKey: ['observations', 'import', 'undo'],
    mutationFn: (observationImportId: string) =>
      call('POST /observation-imports/:observationImportId/undo', { params: { observationImportId } }),
    onSettled: (_import, _error, _id, _before, { client }) => refreshObservations(client, projectId)
  })
