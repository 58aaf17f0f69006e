import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { RunDraft } from '../../../../shared/contracts/ai.ts'
import type { Manifest, ModelAddress } from '../../../../shared/contracts/uploaded-models.ts'
import { call } from '../../../api/call.ts'
import { refreshAi } from '../queries.ts'

const pollMs = 1000

export const uploadedModelsOf = (projectId: string) =>
  queryOptions({
    queryKey: ['ai', 'uploaded-models', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/ai/uploaded-models', { params: { projectId }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (['waiting', 'running'].includes(state.data?.fetch?.state ?? '') ? pollMs : false)
  })

export const fetchModel = (projectId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'fetch-model'],
    mutationFn: (json: ModelAddress) => call('POST /projects/:projectId/ai/uploaded-models', { params: { projectId }, json }),
    onSuccess: (fetch, _address, _before, { client }) => {
      const { queryKey } = uploadedModelsOf(projectId)
      client.setQueryData(queryKey, list => list && { ...list, fetch }) // a short fetch has ended in the next list
      return client.invalidateQueries({ queryKey })
    }
  })

export const uploadedModelWith = (uploadedModelId: string) =>
  queryOptions({
    queryKey: ['ai', 'uploaded-model', uploadedModelId],
    queryFn: ({ signal }) => call('GET /ai/uploaded-models/:uploadedModelId', { params: { uploadedModelId }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.state === 'dry_run' ? pollMs : false)
  })

export const tryOut = (uploadedModelId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'try-out'],
    mutationFn: (json: Manifest) => call('POST /ai/uploaded-models/:uploadedModelId/dry-run', { params: { uploadedModelId }, json }),
    onSettled: (_card, _error, _manifest, _before, { client }) => refreshAi(client)
  })

export const mapLabels = (uploadedModelId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'map-labels'],
    mutationFn: (labels: { id: string; labelId: string | null }[]) =>
      call('PATCH /ai/uploaded-models/:uploadedModelId/labels', { params: { uploadedModelId }, json: { labels } }),
    onSettled: (_card, _error, _labels, _before, { client }) => refreshAi(client)
  })

export const readLicense = (uploadedModelId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'read-license'],
    mutationFn: (manifestSha256: string) =>
      call('POST /ai/uploaded-models/:uploadedModelId/license-read', { params: { uploadedModelId }, json: { manifestSha256 } }),
    onSettled: (_card, _error, _sha256, _before, { client }) => refreshAi(client)
  })

export const changeState = (uploadedModelId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'model-state'],
    mutationFn: (change: 'retire' | 'restore') =>
      call(`POST /ai/uploaded-models/:uploadedModelId/${change}`, { params: { uploadedModelId } }),
    onSettled: (_card, _error, _change, _before, { client }) => refreshAi(client)
  })

export const removeModel = (uploadedModelId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'remove-model'],
    mutationFn: () => call('DELETE /ai/uploaded-models/:uploadedModelId', { params: { uploadedModelId } }),
    onSuccess: (_answer, _nothing, _before, { client }) => client.invalidateQueries({ queryKey: ['ai', 'uploaded-models'] })
  })

export const startModelRun = (projectId: string) =>
  mutationOptions({
    mutationKey: ['ai', 'start-model'],
    mutationFn: (json: RunDraft) => call('POST /projects/:projectId/ai/runs', { params: { projectId }, json }),
    onSettled: (_run, _error, _draft, _before, { client }) => refreshAi(client)
  })
