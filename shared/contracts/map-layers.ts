import { type Static, Type } from 'typebox'
import { mapLayerLimit, tileZoomLimit } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Revision } from './common.ts'
import { contract } from './contract.ts'

export type MapLayerKind = Static<typeof MapLayerKind>
/** `xyz`: one address per tile; `wms`: a map server that draws any rectangle; `wmts`: the RESTful addresses of a tile server. */
export const MapLayerKind = Type.Enum(['xyz', 'wms', 'wmts'])

export type MapLayerProjection = Static<typeof MapLayerProjection>
/** Projection of the tiles. A layer is drawn only on a map in the same projection. `EPSG:4326` has two tiles at zoom 0. */
export const MapLayerProjection = Type.Enum(['EPSG:3857', 'EPSG:4326'])

const Zoom = Type.Integer({ minimum: 0, maximum: tileZoomLimit })
const webAddress = '^https?://\\S+$'
/** Single-line text without leading or trailing space. */
const tidy = '^\\S(.*\\S)?$'

const shown = {
  name: Type.String({ maxLength: 80, pattern: tidy }),
  projection: MapLayerProjection,
  minZoom: Type.Integer({ minimum: 0, maximum: tileZoomLimit, description: 'first zoom with tiles' }),
  maxZoom: Type.Integer({ minimum: 0, maximum: tileZoomLimit, description: 'last zoom with tiles; beyond it, tiles are enlarged' }),
  attribution: Type.String({ maxLength: 300, pattern: tidy, description: 'plain text, shown on the map while the layer is on' }),
  attributionUrl: Nullable(Type.String({ maxLength: 500, pattern: webAddress }), { description: 'link of the attribution' }),
  licence: Nullable(Type.String({ maxLength: 200, pattern: tidy })),
  isOn: Type.Boolean({ description: 'on until a person turns it off' })
}

/** Layer of tiles from another server, as people see it. Its address and its headers are known only to administrators. */
export type MapLayer = Static<typeof MapLayer>
export const MapLayer = Type.Object({
  id: Id,
  ...shown,
  mayStore: Type.Boolean({ description: 'whether tiles are kept on disk, so that they are there without the internet' }),
  revision: Revision
})

const source = {
  kind: MapLayerKind,
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'xyz: with `{z}`, `{x}` and `{y}` or `{-y}`; wmts: with `{TileMatrix}`, `{TileRow}` and `{TileCol}`; wms: the address of the service'
  }),
  wmsLayers: Nullable(Type.String({ maxLength: 500, pattern: tidy }), { description: 'names of layers, separated by commas; for `wms`' }),
  wmsStyles: Nullable(Type.String({ maxLength: 500, pattern: tidy }), { description: 'names of styles, separated by commas; for `wms`' }),
  mayStore: Type.Boolean({ description: 'whether the provider allows that tiles are kept on disk' }),
  isOwnNetwork: Type.Boolean({ description: 'whether the server is in the operator’s own network, so that its address may be private' })
}

/** Layer as administrators see it. The values of its headers are never returned. */
export type AdminMapLayer = Static<typeof AdminMapLayer>
export const AdminMapLayer = Type.Object({
  id: Id,
  ...shown,
  ...source,
  headerNames: Type.Array(Type.String(), { description: 'names of the secret headers that are sent to the server' }),
  revision: Revision
})

export type SecretHeader = Static<typeof SecretHeader>
export const SecretHeader = Type.Object(
  {
    name: Type.String({ maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }),
    value: Type.String({ minLength: 1, maxLength: 1000, pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$' })
  },
  { additionalProperties: false }
)
const SecretHeaders = Type.Array(SecretHeader, { maxItems: 10, description: 'replaces all secret headers; they are stored encrypted' })

export type MapLayerDraft = Static<typeof MapLayerDraft>
export const MapLayerDraft = Type.Object({ ...shown, ...source, headers: Type.Optional(SecretHeaders) }, { additionalProperties: false })

export type MapLayerEdit = Static<typeof MapLayerEdit>
/** Edit of a layer; absent properties stay unchanged. */
export const MapLayerEdit = Type.Interface(
  [Type.Partial(Type.Object({ ...shown, ...source, headers: SecretHeaders }))],
  { revision: Revision },
  { additionalProperties: false, minProperties: 2 }
)

const LayerParams = Type.Object({ layerId: Id })
const AdminLayers = Type.Object({ layers: Type.Array(AdminMapLayer, { description: 'the first is drawn on top' }) })

export const mapLayersApi = {
  list: contract({
    method: 'GET',
    url: '/map/layers',
    summary: 'Map layers of this server, the topmost first',
    schema: { response: { 200: Type.Object({ layers: Type.Array(MapLayer) }) } }
  }),
  tile: contract({
    method: 'GET',
    url: '/map/layers/:layerId/tiles/:z/:x/:y',
    summary: 'One tile of a map layer, as PNG, JPEG or WebP, fetched from its server or kept from earlier',
    answer: 'stream',
    schema: {
      params: Type.Object({
        layerId: Id,
        z: Zoom,
        x: Type.Integer({ minimum: 0, maximum: 2 ** (tileZoomLimit + 1) - 1 }),
        y: Type.Integer({ minimum: 0, maximum: 2 ** tileZoomLimit - 1 })
      }),
      querystring: Type.Object(
        {
          revision: Type.Optional(
            Type.Integer({ minimum: 1, description: 'revision of the layer, so that browsers ask again after an edit' })
          )
        },
        { additionalProperties: false }
      )
    }
  }),
  listAll: contract({
    method: 'GET',
    url: '/admin/map-layers',
    summary: 'Map layers with their addresses, for administrators',
    tokens: false,
    schema: { response: { 200: AdminLayers, 403: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/admin/map-layers',
    summary: 'Add a map layer from another server, for administrators',
    tokens: false,
    audit: 'mapLayer.created',
    example: {
      name: 'Bathymetry',
      kind: 'xyz',
      address: 'https://tiles.example.org/depth/{z}/{x}/{y}.png',
      wmsLayers: null,
      wmsStyles: null,
      projection: 'EPSG:3857',
      minZoom: 0,
      maxZoom: 12,
      attribution: 'Depths: Example Hydrographic Office',
      attributionUrl: 'https://example.org/depth',
      licence: 'CC BY 4.0',
      mayStore: true,
      isOwnNetwork: false,
      isOn: false
    },
    schema: { body: MapLayerDraft, response: { 201: AdminMapLayer, 403: Problem, 409: Problem, 422: Problem } }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/admin/map-layers/:layerId',
    summary: 'Change a map layer, for administrators',
    tokens: false,
    audit: 'mapLayer.revised',
    example: { revision: 1, isOn: true },
    schema: {
      params: LayerParams,
      body: MapLayerEdit,
      response: { 200: AdminMapLayer, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/admin/map-layers/:layerId',
    summary: 'Delete a map layer and its kept tiles, for administrators',
    tokens: false,
    audit: 'mapLayer.deleted',
    schema: { params: LayerParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  order: contract({
    method: 'PUT',
    url: '/admin/map-layers/order',
    summary: 'Reorder the map layers, for administrators',
    tokens: false,
    audit: 'mapLayer.ordered',
    example: { layerIds: [exampleId(1), exampleId(2)] },
    schema: {
      body: Type.Object(
        { layerIds: Type.Array(Id, { maxItems: mapLayerLimit, uniqueItems: true, description: 'all of them, the topmost first' }) },
        { additionalProperties: false }
      ),
      response: { 200: AdminLayers, 403: Problem, 409: Problem, 422: Problem }
    }
  })
}
