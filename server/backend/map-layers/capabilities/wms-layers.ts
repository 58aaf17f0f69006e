import type { MapLayerBounds, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import type { XmlElement } from '../../files/xml.ts'
import { boundsOf, childNamed, childrenNamed, offeredLayer, plainName, textOf } from './offered-layer.ts'

/** Values that a layer passes on to the layers in it. Source: OGC WMS 1.3.0, 7.2.4.8. */
interface Inherited {
  isMercator: boolean
  isGeographic: boolean
  bounds: MapLayerBounds | null
  attribution: string | null
  attributionUrl: string | null
}

const nothing: Inherited = { isMercator: false, isGeographic: false, bounds: null, attribution: null, attributionUrl: null }

/** Layers of a map server that the map can draw. @param capability `Capability` element of WMS 1.3.0 @param address address of the service */
export function* wmsLayers(capability: XmlElement, address: string): Generator<OfferedLayer> {
  for (const layer of childrenNamed(capability, 'Layer')) yield* layersIn(layer, address, nothing)
}

function* layersIn(layer: XmlElement, address: string, from: Inherited): Generator<OfferedLayer> {
  const { isMercator, isGeographic, ...rest } = inheritedBy(layer, from)
  const name = textOf(layer, 'Name', 500)
  const projection = isMercator ? 'EPSG:3857' : isGeographic ? 'EPSG:4326' : null
  if (name && projection) yield offeredLayer({ title: textOf(layer, 'Title', 200) ?? name, address, wmsLayers: name, ...rest, projection })
  for (const child of childrenNamed(layer, 'Layer')) yield* layersIn(child, address, { isMercator, isGeographic, ...rest })
}

function inheritedBy(layer: XmlElement, from: Inherited): Inherited {
  const box = childNamed(layer, 'EX_GeographicBoundingBox')
  const edge = (name: string) => Number(textOf(box, name, 40) ?? Number.NaN)
  const attribution = childNamed(layer, 'Attribution')
  const own = childrenNamed(layer, 'CRS')
  return {
    isMercator: from.isMercator || own.some(({ text }) => text === 'EPSG:3857'),
    isGeographic: from.isGeographic || own.some(({ text }) => text === 'CRS:84'),
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
