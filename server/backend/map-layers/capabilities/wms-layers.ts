import type { MapLayerBounds, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import type { XmlElement } from '../../files/xml.ts'
import { boundsOf, childNamed, childrenNamed, offeredLayer, plainName, textOf } from './offered-layer.ts'

/** Values that a layer passes on to the layers in it. Source: OGC WMS 1.3.0, 7.2.4.8. */
interface Inherited {
  projections: ReadonlySet<string>
  bounds: MapLayerBounds | null
  attribution: string | null
  attributionUrl: string | null
}

const nothing: Inherited = { projections: new Set(), bounds: null, attribution: null, attributionUrl: null }

/** Layers of a map server that the map can draw. @param capability `Capability` element of WMS 1.3.0 @param address address of the service */
export const wmsLayers = (capability: XmlElement, address: string): OfferedLayer[] =>
  childrenNamed(capability, 'Layer').flatMap(layer => layersIn(layer, address, nothing))

function layersIn(layer: XmlElement, address: string, from: Inherited): OfferedLayer[] {
  const own = inheritedBy(layer, from)
  const below = childrenNamed(layer, 'Layer').flatMap(child => layersIn(child, address, own))
  const name = textOf(layer, 'Name', 500)
  const projection = own.projections.has('EPSG:3857') ? 'EPSG:3857' : own.projections.has('CRS:84') ? 'EPSG:4326' : null
  if (!name || !projection) return below
  const title = textOf(layer, 'Title', 200) ?? name
  return [offeredLayer({ title, address, wmsLayers: name, ...own, projection }), ...below]
}

function inheritedBy(layer: XmlElement, from: Inherited): Inherited {
  const box = childNamed(layer, 'EX_GeographicBoundingBox')
  const edge = (name: string) => Number(textOf(box, name, 40) ?? Number.NaN)
  const attribution = childNamed(layer, 'Attribution')
  return {
    projections: new Set([...from.projections, ...childrenNamed(layer, 'CRS').map(({ text }) => text)]),
    bounds: box
      ? boundsOf(edge('westBoundLongitude'), edge('southBoundLatitude'), edge('eastBoundLongitude'), edge('northBoundLatitude'))
      : from.bounds,
    attribution: textOf(attribution, 'Title', 300) ?? from.attribution,
    attributionUrl: linkIn(childNamed(attribution, 'OnlineResource')) ?? from.attributionUrl
  }
}

function linkIn(resource: XmlElement | undefined): string | null {
  const href = resource?.attributes.get('xlink:href') ?? ''
  return /^https?:\/\/\S+$/.test(href) && href.length <= 500 ? href : null
}

/** Whether a map server draws PNG pictures. */
export const drawsPng = (capability: XmlElement): boolean =>
  childrenNamed(childNamed(childNamed(capability, 'Request'), 'GetMap'), 'Format').some(({ text }) => text.startsWith('image/png')) ||
  !capability.children.some(child => plainName(child) === 'Request')
