import type { MapLayerKind, MapLayerProjection } from '../../../shared/contracts/map-layers.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    map_layer: MapLayerTable
  }
}

export interface MapLayerTable {
  id: string
  name: string
  kind: MapLayerKind
  /** Address with placeholders, or of a service, or the file name of an archive. The address may contain a key of the provider. */
  address: string
  wms_layers: string | null
  wms_styles: string | null
  projection: MapLayerProjection
  min_zoom: number
  max_zoom: number
  /** Extent in degrees as a JSON object; null without an extent. */
  bounds: string | null
  attribution: string
  attribution_url: string | null
  licence: string | null
  may_store: Flag
  is_own_network: Flag
  is_on: Flag
  /** Names of the secret headers, as a JSON list. */
  header_names: string
  /** Sealed JSON list of names and values; null without headers. */
  headers: string | null
  /** Size and time of the archive when the layer was saved; null for a layer without an archive. */
  archive_version: string | null
  /** Place in the order, the topmost first. */
  position: number
  revision: number
  created_by: string | null
  created_at: string
  modified_at: string
}
