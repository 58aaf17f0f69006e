import type {
  AdminMapLayer,
  MapLayerBounds,
  MapLayerDraft,
  MapLayerKind,
  MapLayerProjection,
  SecretHeader
} from '../../../../shared/contracts/map-layers.ts'
import { isPolarProjection } from '../../../../shared/geometry/map-projections.ts'
import { readNumber } from '../../../ui/read-number.ts'

/** Form values of a map layer. Missing values are empty strings, `headers` has one header per line, and `extent` its four edges. */
export interface LayerForm {
  name: string
  kind: MapLayerKind
  address: string
  /** File name of an archive. */
  archive: string
  wmsLayers: string
  wmsStyles: string
  projection: MapLayerProjection
  minZoom: string
  maxZoom: string
  extent: string
  attribution: string
  attributionUrl: string
  licence: string
  headers: string
  removeHeaders: boolean
  mayStore: boolean
  isOwnNetwork: boolean
  isOn: boolean
}

export const formOf = (layer: AdminMapLayer | null): LayerForm => ({
  name: layer?.name ?? '',
  kind: layer?.kind ?? 'xyz',
  address: layer && layer.kind !== 'pmtiles' ? layer.address : '',
  archive: layer?.kind === 'pmtiles' ? layer.address : '',
  wmsLayers: layer?.wmsLayers ?? '',
  wmsStyles: layer?.wmsStyles ?? '',
  projection: layer?.projection ?? 'EPSG:3857',
  minZoom: String(layer?.minZoom ?? 0),
  maxZoom: String(layer?.maxZoom ?? 18),
  extent: extentText(layer?.bounds ?? null),
  attribution: layer?.attribution ?? '',
  attributionUrl: layer?.attributionUrl ?? '',
  licence: layer?.licence ?? '',
  headers: '',
  removeHeaders: false,
  mayStore: layer?.mayStore ?? false,
  isOwnNetwork: layer?.isOwnNetwork ?? false,
  isOn: layer?.isOn ?? false
})

/** Headers in a text with one header per line; null if a line has no name or no value. */
export function headersIn(text: string): SecretHeader[] | null {
  const lines = text.split('\n').flatMap(line => line.trim() || [])
  const headers = lines.map(line => /^([^\s:]+):\s*(\S.*)$/.exec(line))
  return headers.every(found => found !== null) ? headers.map(([, name = '', value = '']) => ({ name, value })) : null
}

/** Text of an extent: west, south, east and north in degrees; empty without one. */
export const extentText = (bounds: MapLayerBounds | null): string =>
  bounds ? [bounds.west, bounds.south, bounds.east, bounds.north].join(', ') : ''

/** Extent in a text; null for an empty text. Undefined unless the text has four valid edges: west, south, east and north in degrees. */
export function extentIn(text: string): MapLayerBounds | null | undefined {
  if (text.trim() === '') return null
  const edges = text.trim().split(/[\s,;]+/)
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges.map(edge => readNumber(edge) ?? Number.NaN)
  const isValid = Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && south < north && north <= 90 && west !== east
  return edges.length === 4 && isValid ? { west, south, east, north } : undefined
}

/** Whole number in a zoom field; NaN for any other text. */
export const zoomIn = (text: string): number => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Draft from a valid form. The stored headers stay, unless the form has new ones or removes them, or the layer is an archive. */
export function draftOf(form: LayerForm): MapLayerDraft {
  const text = (name: 'wmsLayers' | 'wmsStyles' | 'attributionUrl' | 'licence') => form[name].trim() || null
  const [isMapServer, isArchive] = [form.kind === 'wms', form.kind === 'pmtiles']
  const headers = isArchive ? [] : (headersIn(form.headers) ?? [])
  return {
    name: form.name.trim(),
    kind: form.kind,
    address: isArchive ? form.archive : form.address.trim(),
    wmsLayers: isMapServer ? text('wmsLayers') : null,
    wmsStyles: isMapServer ? text('wmsStyles') : null,
    projection: isArchive || (!isMapServer && isPolarProjection(form.projection)) ? 'EPSG:3857' : form.projection,
    minZoom: zoomIn(form.minZoom),
    maxZoom: zoomIn(form.maxZoom),
    bounds: extentIn(form.extent) ?? null,
    attribution: form.attribution.trim(),
    attributionUrl: text('attributionUrl'),
    licence: text('licence'),
    ...((isArchive || form.removeHeaders || headers.length > 0) && { headers }),
    mayStore: isArchive || form.mayStore,
    isOwnNetwork: !isArchive && form.isOwnNetwork,
    isOn: form.isOn
  }
}
