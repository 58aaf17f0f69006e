import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { AdminMapLayer, CapabilitiesInquiry, MapLayerDraft } from '../../../../shared/contracts/map-layers.ts'
import { call } from '../../../api/call.ts'
import { request } from '../../../api/request.ts'

const key = ['administration', 'mapLayers'] as const

/** Returns the query for the archives in the archive folder of the server. */
export const archives = () =>
  queryOptions({
    queryKey: [...key, 'archives'],
    queryFn: async ({ signal }) => (await call('GET /admin/map-layers/archives', { signal })).archives,
    staleTime: 0
  })

export const mapLayers = () =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => (await call('GET /admin/map-layers', { signal })).layers,
    staleTime: 0
  })

/** Mutation that reads the layers that a WMS or WMTS server offers. */
export const readLayers = () =>
  mutationOptions({ mutationFn: (inquiry: CapabilitiesInquiry) => call('POST /admin/map-layers/capabilities', { json: inquiry }) })

/** Mutation that saves a layer. It then refetches the lists of this page and of the map. */
export const saveLayer = (layer: AdminMapLayer | null) =>
  mutationOptions({
    mutationFn: (draft: MapLayerDraft) =>
      layer
        ? call('PATCH /admin/map-layers/:layerId', { params: { layerId: layer.id }, json: { ...draft, revision: layer.revision } })
        : call('POST /admin/map-layers', { json: draft }),
    onSettled: (_layer, _error, _draft, _before, { client }) => renew(client)
  })

export const removeLayer = () =>
  mutationOptions({
    mutationFn: (layerId: string) => call('DELETE /admin/map-layers/:layerId', { params: { layerId } }),
    onSettled: (_answer, _error, _id, _before, { client }) => renew(client)
  })

export const orderLayers = () =>
  mutationOptions({
    mutationFn: (layerIds: string[]) => call('PUT /admin/map-layers/order', { json: { layerIds } }),
    onSettled: (_answer, _error, _ids, _before, { client }) => renew(client)
  })

function renew(client: { invalidateQueries: (filter: { queryKey: readonly string[] }) => Promise<void> }) {
  return Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['mapLayers'] })])
}

/** Returns the query for one tile from a layer's server: the tile at the layer's centre and minimum zoom. */
export const testPicture = ({ id, revision }: AdminMapLayer) =>
  queryOptions({
    queryKey: [...key, 'test', id, revision],
    queryFn: async ({ signal }) =>
      (await request(`/admin/map-layers/${encodeURIComponent(id)}/test`, { method: 'GET', signal, unlimited: true })).blob(),
    staleTime: 0,
    gcTime: 0,
    retry: false
  })
