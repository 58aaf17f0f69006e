import { type Static, Type } from 'typebox'
import { mapProjections } from '../geometry/map-projections.ts'
import { mapLayerLimit, tileZoomLimit } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export type MapLayerKind = Static<typeof MapLayerKind>
/**
 * `xyz`: one address per tile; `wms`: a map server that draws any rectangle; `wmts`: the RESTful addresses of a tile server;
 * `pmtiles`: an archive of pictures on this server.
 */
export const MapLayerKind = Type.Enum(['xyz', 'wms', 'wmts', 'pmtiles'])

export type MapLayerProjection = Static<typeof MapLayerProjection>
/**
 * Projection of the tiles. A layer is drawn only on a map in the same projection. `EPSG:4326` has two tiles at zoom 0. The polar projections
 * `EPSG:3995` and `EPSG:3031` are for map servers (`wms`); the grid is a square of 16,777,216 m around the pole, one tile at zoom 0.
 */
export const MapLayerProjection = Type.Enum([...mapProjections])

export type MapLayerBounds = Static<typeof MapLayerBounds>
/** Extent of a layer in degrees; west is greater than east across 180°. */
export const MapLayerBounds = Type.Object(
  {
    west: Type.Number({ minimum: -180, maximum: 180 }),
    south: Type.Number({ minimum: -90, maximum: 90 }),
    east: Type.Number({ minimum: -180, maximum: 180 }),
    north: Type.Number({ minimum: -90, maximum: 90 })
  },
  { additionalProperties: false }
)

const Zoom = Type.Integer({ minimum: 0, maximum: tileZoomLimit })
const webAddress = '^https?://\\S+$'
/** Single-line text without leading or trailing space. */
const tidy = '^\\S(.*\\S)?$'

const shown = {
  name: Type.String({ maxLength: 80, pattern: tidy }),
  projection: MapLayerProjection,
  minZoom: Type.Integer({ minimum: 0, maximum: tileZoomLimit, description: 'minimum zoom with tiles' }),
  maxZoom: Type.Integer({ minimum: 0, maximum: tileZoomLimit, description: 'maximum zoom with tiles; beyond it, tiles are enlarged' }),
  bounds: Nullable(MapLayerBounds, { description: 'extent of the tiles; there are none outside it' }),
  attribution: Type.String({ maxLength: 300, pattern: tidy, description: 'plain text, shown on the map while the layer is on' }),
  attributionUrl: Nullable(Type.String({ maxLength: 500, pattern: webAddress }), { description: 'link for the attribution' }),
  licence: Nullable(Type.String({ maxLength: 200, pattern: tidy })),
  isOn: Type.Boolean({ description: 'on until a person turns it off' })
}

export type MapLayerState = Static<typeof MapLayerState>
/** State of the archive of a layer: `replaced` since an administrator last saved the layer; `ready` for every layer from another server. */
export const MapLayerState = Type.Enum(['ready', 'replaced', 'missing', 'unreadable'])

/** Layer of tiles from another server or from an archive, as people see it. Its address and its headers are known only to administrators. */
export type MapLayer = Static<typeof MapLayer>
export const MapLayer = Type.Object({
  id: Id,
  ...shown,
  mayStore: Type.Boolean({ description: 'whether tiles are kept on disk, so that they are available offline' }),
  state: MapLayerState,
  revision: Revision
})

const source = {
  kind: MapLayerKind,
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'xyz: with `{z}`, `{x}` and `{y}` or `{-y}`; wmts: with `{TileMatrix}`, `{TileRow}` and `{TileCol}`; wms: the address of the service; pmtiles: the name of an archive in the folder `map-layers` of this server'
  }),
  wmsLayers: Nullable(Type.String({ maxLength: 500, pattern: tidy }), { description: 'names of layers, separated by commas; for `wms`' }),
  wmsStyles: Nullable(Type.String({ maxLength: 500, pattern: tidy }), { description: 'names of styles, separated by commas; for `wms`' }),
  mayStore: Type.Boolean({ description: 'whether the provider allows tiles to be kept on disk' }),
  isOwnNetwork: Type.Boolean({ description: 'whether the server is in the operator’s own network, so that its address may be private' })
}

/** Layer as administrators see it. The values of its headers are never returned. */
export type AdminMapLayer = Static<typeof AdminMapLayer>
export const AdminMapLayer = Type.Object({
  id: Id,
  ...shown,
  ...source,
  headerNames: Type.Array(Type.String(), { description: 'names of the secret headers that are sent to the server' }),
  state: MapLayerState,
  fault: Nullable(Type.String(), { description: 'reason why the archive cannot be read' }),
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
/** Edit to a layer; absent properties stay unchanged. */
export const MapLayerEdit = Type.Interface(
  [Type.Partial(Type.Object({ ...shown, ...source, headers: SecretHeaders }))],
  { revision: Revision },
  { additionalProperties: false, minProperties: 2 }
)

export type MapLayerValues = Static<typeof MapLayerValues>
/** Values of a layer that its source states. */
export const MapLayerValues = Type.Object({
  name: Type.String(),
  minZoom: Type.Integer(),
  maxZoom: Type.Integer(),
  bounds: Nullable(MapLayerBounds),
  attribution: Nullable(Type.String()),
  attributionUrl: Nullable(Type.String())
})

export type MapArchive = Static<typeof MapArchive>
/** Archive of tiles in the server's folder `map-layers`. The archive has either values or a fault. */
export const MapArchive = Type.Object({
  fileName: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
  modifiedAt: Nullable(Timestamp),
  values: Nullable(MapLayerValues),
  fault: Nullable(Type.String(), { description: 'reason why it cannot be a layer' })
})

export type OfferedLayer = Static<typeof OfferedLayer>
/** Layer that a WMS or WMTS server offers. */
export const OfferedLayer = Type.Object({
  title: Type.String(),
  address: Type.String({ description: 'address of the layer: for `wms` that of the service, for `wmts` that of a tile' }),
  wmsLayers: Nullable(Type.String()),
  projection: MapLayerProjection,
  values: MapLayerValues
})

export type CapabilitiesInquiry = Static<typeof CapabilitiesInquiry>
export const CapabilitiesInquiry = Type.Object(
  {
    kind: Type.Enum(['wms', 'wmts']),
    address: Type.String({ minLength: 1, maxLength: 2000, description: 'address of the service, or of the capabilities of a tile server' }),
    isOwnNetwork: Type.Boolean(),
    headers: Type.Optional(SecretHeaders),
    layerId: Type.Optional({
      ...Id,
      description: 'layer whose stored secret headers are used if `headers` is absent; refused for another server'
    })
  },
  { additionalProperties: false }
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
    summary: 'One tile of a map layer, as PNG, JPEG, WebP or AVIF, from its server, its archive or the tiles kept earlier',
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
            Type.Integer({ minimum: 1, description: 'revision of the layer, so that browsers fetch tiles again after an edit' })
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
  archives: contract({
    method: 'GET',
    url: '/admin/map-layers/archives',
    summary: 'PMTiles archives in the folder `map-layers` of this server, at most 100, for administrators',
    tokens: false,
    schema: { response: { 200: Type.Object({ archives: Type.Array(MapArchive) }), 403: Problem } }
  }),
  capabilities: contract({
    method: 'POST',
    url: '/admin/map-layers/capabilities',
    summary: 'Layers of a WMS or WMTS server that the map can draw, at most 500, for administrators',
    tokens: false,
    example: { kind: 'wms', address: 'https://maps.example.org/ows', isOwnNetwork: false },
    schema: {
      body: CapabilitiesInquiry,
      response: {
        200: Type.Object({ layers: Type.Array(OfferedLayer) }),
        403: Problem,
        404: Problem,
        422: Problem,
        502: Problem,
        503: Problem
      }
    }
  }),
  test: contract({
    method: 'GET',
    url: '/admin/map-layers/:layerId/test',
    summary: 'The tile in the middle of a map layer at its minimum zoom, from its server and not from kept tiles, for administrators',
    tokens: false,
    answer: 'stream',
    schema: { params: LayerParams }
  }),
  create: contract({
    method: 'POST',
    url: '/admin/map-layers',
    summary: 'Add a map layer from another server or from an archive, for administrators',
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
      bounds: { west: 176, south: -21, east: -178, north: -12 },
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
