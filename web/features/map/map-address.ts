import { type MapProjection, mapProjections } from '../../../shared/geometry/map-projections.ts'
import { type ChartLayer, chartLayers } from './chart/layers.ts'
import type { ChartPlace } from './chart/views.ts'

export type MapSelection =
  | { kind: 'site'; siteId: string }
  | { kind: 'track'; trackId: string }
  | { kind: 'place'; longitude: number; latitude: number; radiusInMeters: number }

/** State of the map that is kept in the URL. */
export interface MapAddress {
  /** View of the chart; null to show all places of the project. */
  place: ChartPlace | null
  hidden: readonly ChartLayer[]
  /** Ids of the visible layers from other servers; null for the administrator's default. */
  tiles: readonly string[] | null
  selection: MapSelection | null
  /** Filter in the format of `shared/filters.ts`. */
  filter: string
  showsList: boolean
}

const names: Record<MapProjection, string> = {
  'EPSG:3857': 'mercator',
  'EPSG:4326': 'plate',
  'EPSG:3995': 'arctic',
  'EPSG:3031': 'antarctic'
}

export function readMapAddress(params: URLSearchParams): MapAddress {
  return {
    place: readPlace(params.get('m')),
    hidden: (params.get('hide') ?? '').split(',').filter((name): name is ChartLayer => chartLayers.some(layer => layer === name)),
    tiles: readTiles(params.get('tiles')),
    selection: readSelection(params.get('s')),
    filter: params.get('f') ?? '',
    showsList: params.get('list') === 'on'
  }
}

/** Formats the ids of the visible layers from other servers. */
export const writeTiles = (tiles: readonly string[] | null): string => (tiles === null ? '' : tiles.join(',') || 'none')

export function writePlace({ longitude, latitude, zoom, projection }: ChartPlace): string {
  const digits = Math.max(2, Math.ceil(zoom / 3))
  return [longitude.toFixed(digits), latitude.toFixed(digits), zoom.toFixed(2), names[projection]].join(',')
}

export function writeSelection(selection: MapSelection): string {
  if (selection.kind === 'site') return `site.${selection.siteId}`
  if (selection.kind === 'track') return `track.${selection.trackId}`
  return `place.${selection.longitude},${selection.latitude},${selection.radiusInMeters}`
}

const readTiles = (text: string | null): string[] | null => (text ? text.split(',').filter(id => id !== 'none') : null)

function readPlace(text: string | null): ChartPlace | null {
  const [longitude, latitude, zoom, name] = text?.split(',') ?? []
  const projection = mapProjections.find(code => names[code] === name)
  const numbers = [longitude, latitude, zoom].map(Number)
  if (!projection || numbers.some(value => !Number.isFinite(value))) return null
  const [x = 0, y = 0, z = 0] = numbers
  if (Math.abs(x) > 180 || Math.abs(y) > 90) return null
  return { longitude: x, latitude: y, zoom: Math.max(0, Math.min(18, z)), projection }
}

function readSelection(text: string | null): MapSelection | null {
  const [, kind, value = ''] = /^(site|track|place)\.(.+)$/.exec(text ?? '') ?? []
  if (kind === 'site') return { kind, siteId: value }
  if (kind === 'track') return { kind, trackId: value }
  const numbers = value.split(',').map(Number)
  const [longitude = 0, latitude = 0, radiusInMeters = 0] = numbers
  if (kind !== 'place' || numbers.length !== 3 || numbers.some(number => !Number.isFinite(number))) return null
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90 || radiusInMeters < 0 || radiusInMeters > 20_100_000) return null
  return { kind, longitude, latitude, radiusInMeters }
}
