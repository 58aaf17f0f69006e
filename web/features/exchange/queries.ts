import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Export, ExportFormat, ExportOptions, Import, ImportMapping, ImportOptions } from '../../../shared/contracts/exchange.ts'
import { call } from '../../api/call.ts'

export const exchangeKeys = {
  all: ['exchange'] as const,
  exports: (projectId: string) => [...exchangeKeys.all, 'exports', projectId] as const,
  imports: (projectId: string) => [...exchangeKeys.all, 'imports', projectId] as const,
  import: (importId: string) => [...exchangeKeys.all, 'import', importId] as const
}

/** Polling interval while a job runs, in milliseconds. */
const pollMs = 1500
const newest = 50

type Progress = Pick<Export, 'state'> | Pick<Import, 'state'>
export const isAtWork = ({ state }: Progress) => state === 'making' || state === 'checking' || state === 'applying' || state === 'undoing'

export const exportsOf = (projectId: string) =>
  queryOptions({
    queryKey: exchangeKeys.exports(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/exports', { params: { projectId }, query: { limit: newest }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? pollMs : false)
  })

export const importsOf = (projectId: string) =>
  queryOptions({
    queryKey: exchangeKeys.imports(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/imports', { params: { projectId }, query: { limit: newest }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? pollMs : false)
  })

export const oneImport = (importId: string) =>
  queryOptions({
    queryKey: exchangeKeys.import(importId),
    queryFn: ({ signal }) => call('GET /imports/:importId', { params: { importId }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? pollMs : false)
  })

/** Query for the grouping and counting options of result tables. */
export const tableChoices = (projectId: string) =>
  queryOptions({
    queryKey: [...exchangeKeys.all, 'tableChoices', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/results/options', { params: { projectId }, signal }),
    staleTime: 60_000
  })

/** Query for the labels of sample points, each with its number of points and whether it is unscorable. */
export const pointLabels = (projectId: string, unscorable: string | undefined) =>
  queryOptions({
    queryKey: [...exchangeKeys.all, 'pointLabels', projectId, unscorable ?? ''],
    queryFn: async ({ signal }) => {
      const query = { groupBy: 'survey', includeUnreviewed: true, ...(unscorable !== undefined && { unscorable }) }
      return (await call('GET /projects/:projectId/results/cover', { params: { projectId }, query, signal })).labels
    },
    staleTime: 60_000
  })

export const startExport = (projectId: string) =>
  mutationOptions({
    mutationKey: ['exchange', 'export'],
    mutationFn: (json: { format: ExportFormat; options: ExportOptions }) =>
      call('POST /projects/:projectId/exports', { params: { projectId }, json }),
    onSuccess: (_started, _variables, _before, { client }) => client.invalidateQueries({ queryKey: exchangeKeys.exports(projectId) })
  })

export const removeExport = (projectId: string) =>
  mutationOptions({
    mutationKey: ['exchange', 'removeExport'],
    mutationFn: (exportId: string) => call('DELETE /exports/:exportId', { params: { exportId } }),
    onSettled: (_nothing, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: exchangeKeys.exports(projectId) })
  })

/** Uploads a file for import. A job then computes its preview. */
export function bringFile(projectId: string, file: File, options: ImportOptions, signal: AbortSignal): Promise<Import> {
  const stream = new Blob([file], { type: 'application/octet-stream' })
  const query = { ...options, fileName: file.name }
  return call('POST /projects/:projectId/imports', { params: { projectId }, query, stream, signal })
}

/** Stores the latest state of an import in the cache. */
export function takeImport(client: QueryClient, given: Import): void {
  client.setQueryData(exchangeKeys.import(given.id), given)
  void client.invalidateQueries({ queryKey: exchangeKeys.imports(given.projectId) })
}

export const checkAgain = (importId: string) =>
  mutationOptions({
    mutationKey: ['exchange', 'check'],
    mutationFn: (json: ImportOptions) => call('POST /imports/:importId/check', { params: { importId }, json }),
    onSuccess: (checked, _options, _before, { client }) => takeImport(client, checked)
  })

export type Correction = Omit<ImportMapping, 'revision'>

/** Mutation that sends corrections one after another, each based on the revision of the previous one. Corrections are shown immediately. */
export const correctMapping = (importId: string) => {
  const { queryKey } = oneImport(importId)
  return mutationOptions({
    mutationKey: ['exchange', 'map'],
    scope: { id: `mapping of ${importId}` },
    mutationFn: async (correction: Correction, { client }) => {
      const { revision } = await client.fetchQuery({ ...oneImport(importId), staleTime: Infinity })
      return call('PUT /imports/:importId/mapping', { params: { importId }, json: { ...correction, revision } })
    },
    onMutate: (correction, { client }) => {
      client.setQueryData(queryKey, given => given && corrected(given, correction))
    },
    onSuccess: ({ revision }, _correction, _before, { client }) => {
      client.setQueryData(queryKey, given => given && { ...given, revision })
    },
    onError: (_error, _correction, _before, { client }) => client.invalidateQueries({ queryKey })
  })
}

function corrected(given: Import, { labels = [], people = [], unnamed, fillFacts }: Correction): Import {
  if (!given.preview) return given
  const targets = new Map(labels.map(({ id, target }) => [id, target]))
  const persons = new Map(people.map(person => [person.id, person]))
  return {
    ...given,
    preview: {
      ...given.preview,
      labels: given.preview.labels.map(label => {
        const target = targets.get(label.id)
        return target ? { ...label, target, ambiguous: false, targetName: null } : label
      }),
      people: given.preview.people.map(person => ({ ...person, ...persons.get(person.id) })),
      ...(unnamed && { unnamed }),
      ...(given.preview.facts && { facts: { ...given.preview.facts, fill: fillFacts ?? given.preview.facts.fill } })
    }
  }
}

export const applyImport = (importId: string) =>
  mutationOptions({
    mutationKey: ['exchange', 'apply'],
    scope: { id: `mapping of ${importId}` },
    mutationFn: async (_nothing: null, { client }) => {
      const { revision } = await client.fetchQuery({ ...oneImport(importId), staleTime: Infinity })
      return call('POST /imports/:importId/apply', { params: { importId }, json: { revision } })
    },
    onSuccess: (applied, _nothing, _before, { client }) => takeImport(client, applied)
  })

export const undoImport = () =>
  mutationOptions({
    mutationKey: ['exchange', 'undo'],
    mutationFn: ({ id, revision }: Pick<Import, 'id' | 'revision'>) =>
      call('POST /imports/:importId/undo', { params: { importId: id }, json: { revision } }),
    onSuccess: (undoing, _given, _before, { client }) => takeImport(client, undoing)
  })

export const removeImport = (projectId: string) =>
  mutationOptions({
    mutationKey: ['exchange', 'removeImport'],
    mutationFn: (importId: string) => call('DELETE /imports/:importId', { params: { importId } }),
    onSuccess: (_nothing, importId, _before, { client }) => {
      client.removeQueries({ queryKey: exchangeKeys.import(importId) })
      return client.invalidateQueries({ queryKey: exchangeKeys.imports(projectId) })
    }
  })

export const cancelJob = () =>
  mutationOptions({
    mutationKey: ['exchange', 'cancel'],
    mutationFn: (jobId: string) => call('POST /jobs/:jobId/cancel', { params: { jobId } }),
    onSettled: (_job, _error, _id, _before, { client }) => client.invalidateQueries({ queryKey: exchangeKeys.all })
  })
