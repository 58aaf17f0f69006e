import type {
  AdminMapLayer,
  MapLayerDraft,
  MapLayerKind,
  MapLayerProjection,
  SecretHeader
} from '../../../../shared/contracts/map-layers.ts'

/** Form values of a map layer. Missing values are empty strings, and `headers` has one header per line. */
export interface LayerForm {
  name: string
  kind: MapLayerKind
  address: string
  wmsLayers: string
  wmsStyles: string
  projection: MapLayerProjection
  minZoom: string
  maxZoom: string
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
  address: layer?.address ?? '',
  wmsLayers: layer?.wmsLayers ?? '',
  wmsStyles: layer?.wmsStyles ?? '',
  projection: layer?.projection ?? 'EPSG:3857',
  minZoom: String(layer?.minZoom ?? 0),
  maxZoom: String(layer?.maxZoom ?? 18),
  attribution: layer?.attribution ?? '',
  attributionUrl: layer?.attributionUrl ?? '',
  licence: layer?.licence ?? '',
  headers: '',
  removeHeaders: false,
  mayStore: layer?.mayStore ?? false,
  isOwnNetwork: layer?.isOwnNetwork ?? false,
  isOn: layer?.isOn ?? false
})

/** Headers in the lines of a text; null if a line has no name or no value. */
export function headersIn(text: string): SecretHeader[] | null {
  const lines = text.split('\n').flatMap(line => line.trim() || [])
  const headers = lines.map(line => /^([^\s:]+):\s*(\S.*)$/.exec(line))
  return headers.every(found => found !== null) ? headers.map(([, name = '', value = '']) => ({ name, value })) : null
}

/** Whole number of a zoom field; NaN for any other text. */
export const zoomIn = (text: string): number => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Draft from a valid form. Without new lines, the stored headers are left out and stay. */
export function draftOf(form: LayerForm): MapLayerDraft {
  const text = (name: 'wmsLayers' | 'wmsStyles' | 'attributionUrl' | 'licence') => form[name].trim() || null
  const isMapServer = form.kind === 'wms'
  const headers = headersIn(form.headers) ?? []
  return {
    name: form.name.trim(),
    kind: form.kind,
    address: form.address.trim(),
    wmsLayers: isMapServer ? text('wmsLayers') : null,
    wmsStyles: isMapServer ? text('wmsStyles') : null,
    projection: form.projection,
    minZoom: zoomIn(form.minZoom),
    maxZoom: zoomIn(form.maxZoom),
    attribution: form.attribution.trim(),
    attributionUrl: text('attributionUrl'),
    licence: text('licence'),
    ...((form.removeHeaders || headers.length > 0) && { headers }),
    mayStore: form.mayStore,
    isOwnNetwork: form.isOwnNetwork,
    isOn: form.isOn
  }
}
