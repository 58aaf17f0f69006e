import type { MapLayerKind } from '../../../shared/contracts/map-layers.ts'
import { rowsAt, type TileIndex, type TileProjection, tileBox, tileSidePx } from '../../../shared/geometry/tile-grid.ts'

/** Part of a layer from which the addresses of its tiles are built. */
export interface TileSource {
  kind: MapLayerKind
  address: string
  projection: TileProjection
  wmsLayers: string | null
  wmsStyles: string | null
}

/** Placeholders by kind of address. An address must contain one name from each list. */
const placeholders: Record<MapLayerKind, readonly (readonly string[])[]> = {
  xyz: [['z'], ['x'], ['y', '-y']],
  wmts: [['TileMatrix'], ['TileRow'], ['TileCol']],
  wms: [],
  pmtiles: []
}

const placeholder = /\{([^{}]*)\}/g

/** Address of a tile. Only integers are inserted, so that no request from a page can lead elsewhere. */
export function tileAddress(source: TileSource, tile: TileIndex): string {
  if (source.kind === 'wms') return mapOf(source, tile)
  const { z, x, y } = tile
  const values: Record<string, number> = { z, x, y, '-y': rowsAt(z) - 1 - y, TileMatrix: z, TileRow: y, TileCol: x }
  return source.address.replace(placeholder, (whole, name: string) => String(values[name] ?? whole))
}

/**
 * Address of a rectangle of a map server. The edges are always west, south, east and north. Version 1.1.1 puts the longitude first in every
 * projection. Version 1.3.0 uses the order of the axes. The longitude is first in CRS:84, and the easting is first in EPSG:3857, EPSG:3995 and
 * EPSG:3031.
 * Sources: OGC WMS 1.3.0, 7.3; OGC WMS 1.1.1, 7.2.
 */
function mapOf({ address, projection, wmsLayers, wmsStyles }: TileSource, tile: TileIndex): string {
  const url = new URL(address)
  const version = wmsVersionOf(address)
  const query: Record<string, string> = {
    SERVICE: 'WMS',
    VERSION: version,
    REQUEST: 'GetMap',
    LAYERS: wmsLayers ?? '',
    STYLES: wmsStyles ?? '',
    ...(version === '1.1.1' ? { SRS: projection } : { CRS: projection === 'EPSG:4326' ? 'CRS:84' : projection }),
    BBOX: tileBox(projection, tile)
      .map(edge => edge.toFixed(projection === 'EPSG:4326' ? 10 : 4))
      .join(','),
    WIDTH: String(tileSidePx),
    HEIGHT: String(tileSidePx),
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE'
  }
  for (const name of ['CRS', 'SRS']) deleteParameter(url, name)
  setParameters(url, query)
  return url.href
}

export type WmsVersion = '1.1.1' | '1.3.0'

/** Version of the requests to a map server: 1.1.1 for an address that states 1.1, otherwise 1.3.0. */
export function wmsVersionOf(address: string): WmsVersion {
  for (const [name, value] of new URL(address).searchParams)
    if (name.toUpperCase() === 'VERSION') return value.startsWith('1.1') ? '1.1.1' : '1.3.0'
  return '1.3.0'
}

/** Sets parameters of an address, and removes parameters with the same names in different case. */
export function setParameters(url: URL, query: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(query)) {
    deleteParameter(url, name)
    url.searchParams.set(name, value)
  }
}

function deleteParameter({ searchParams }: URL, name: string): void {
  for (const given of [...searchParams.keys()]) if (given.toUpperCase() === name) searchParams.delete(given)
}

/** Fault in the form of an address, to be read after the word “address”; null without a fault. */
export function addressFault({ kind, address }: Pick<TileSource, 'kind' | 'address'>): string | null {
  if (/[\s\\]/.test(address)) return 'contains a space or a backslash'
  if (!/^https?:\/\//i.test(address)) return 'does not begin with https:// or http://'
  if (!/^https?:\/\/[^/?#{}]+([/?#]|$)/i.test(address)) return 'has no host, or a placeholder in its host'
  const used = Array.from(address.matchAll(placeholder), ([, name = '']) => name)
  const needed = placeholders[kind]
  const missing = needed.find(names => !names.some(name => used.includes(name)))
  if (missing) return `has no placeholder ${missing.map(name => `{${name}}`).join(' or ')}`
  const unknown = used.find(name => !needed.some(names => names.includes(name)))
  if (unknown !== undefined) return `has an unknown placeholder {${unknown.slice(0, 40)}}`
  return URL.canParse(address.replace(placeholder, '0')) ? null : 'is not a URL'
}
