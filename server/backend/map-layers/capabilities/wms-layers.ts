import type { MapLayerBounds, MapLayerProjection, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import { isPolarProjection, polarProjections } from '../../../../shared/geometry/map-projections.ts'
import type { XmlElement } from '../../files/xml.ts'
import type { WmsVersion } from '../tile-address.ts'
import { boundsOf, childNamed, childrenNamed, offeredLayer, plainName, textOf } from './offered-layer.ts'

/** Values that a layer passes on to the layers in it. Source: OGC WMS 1.3.0, 7.2.4.8. */
interface Inherited {
  projections: ReadonlySet<MapLayerProjection>
  bounds: MapLayerBounds | null
  attribution: string | null
  attributionUrl: string | null
}

const nothing: Inherited = { projections: new Set(), bounds: null, attribution: null, attributionUrl: null }

/** Names in capabilities for the projections of the map. In version 1.3.0, `EPSG:4326` has the latitude first. `CRS:84` is the same otherwise. */
const namesIn: Record<WmsVersion, ReadonlyMap<string, MapLayerProjection>> = {
  '1.3.0': new Map([
    ['EPSG:3857', 'EPSG:3857'],
    ['CRS:84', 'EPSG:4326'],
    ['EPSG:3995', 'EPSG:3995'],
    ['EPSG:3031', 'EPSG:3031']
  ]),
  '1.1.1': new Map([
    ['EPSG:3857', 'EPSG:3857'],
    ['EPSG:4326', 'EPSG:4326'],
    ['EPSG:3995', 'EPSG:3995'],
    ['EPSG:3031', 'EPSG:3031']
  ])
}

/** Latitude in degrees at which a polar map ends. A layer that does not reach this latitude is not offered in that projection. */
const polarEdge = 30

/**
 * Yields the layers of a map server that the map can draw. A layer is offered in Mercator or else in plate carrée, and in each polar projection.
 * @param capability `Capability` element of the version
 * @param address address of the service
 */
export function* wmsLayers(capability: XmlElement, address: string, version: WmsVersion): Generator<OfferedLayer> {
  for (const layer of childrenNamed(capability, 'Layer')) yield* layersIn(layer, { address, version }, nothing)
}

interface Service {
  address: string
  version: WmsVersion
}

function* layersIn(layer: XmlElement, service: Service, from: Inherited): Generator<OfferedLayer> {
  const inherited = inheritedBy(layer, service.version, from)
  const { projections, ...rest } = inherited
  const name = textOf(layer, 'Name', 500)
  const title = textOf(layer, 'Title', 200) ?? name
  if (name && title)
    for (const projection of drawnIn(inherited))
      yield offeredLayer({ title, address: service.address, wmsLayers: name, ...rest, projection })
  for (const child of childrenNamed(layer, 'Layer')) yield* layersIn(child, service, inherited)
}

function drawnIn({ projections, bounds }: Inherited): MapLayerProjection[] {
  const flat = (['EPSG:3857', 'EPSG:4326'] as const).find(projection => projections.has(projection))
  const polar = [...projections].filter(
    projection =>
      isPolarProjection(projection) &&
      (!bounds || (polarProjections[projection].side === 1 ? bounds.north > polarEdge : bounds.south < -polarEdge))
  )
  return [...(flat ? [flat] : []), ...polar.sort()]
}

function inheritedBy(layer: XmlElement, version: WmsVersion, from: Inherited): Inherited {
  const attribution = childNamed(layer, 'Attribution')
  const box = childNamed(layer, version === '1.1.1' ? 'LatLonBoundingBox' : 'EX_GeographicBoundingBox')
  const stated = childrenNamed(layer, version === '1.1.1' ? 'SRS' : 'CRS').flatMap(({ text }) => text.split(/\s+/)) // 1.1 may list several in one
  const own = stated.flatMap(name => namesIn[version].get(name) ?? [])
  return {
    projections: own.length > 0 ? new Set([...from.projections, ...own]) : from.projections,
    bounds: box ? boundsIn(box, version) : from.bounds,
    attribution: textOf(attribution, 'Title', 300) ?? from.attribution,
    attributionUrl: linkIn(childNamed(attribution, 'OnlineResource')) ?? from.attributionUrl
  }
}

function boundsIn(box: XmlElement, version: WmsVersion): MapLayerBounds | null {
  const edge = (name: string, attribute: string) =>
    Number((version === '1.1.1' ? box.attributes.get(attribute) : textOf(box, name, 40)) ?? Number.NaN)
  return boundsOf(
    edge('westBoundLongitude', 'minx'),
    edge('southBoundLatitude', 'miny'),
    edge('eastBoundLongitude', 'maxx'),
    edge('northBoundLatitude', 'maxy')
  )
}

function linkIn(resource: XmlElement | undefined): string | null {
  const href = resource?.attributes.get('xlink:href') ?? ''
  return /^https?:\/\/\S+$/.test(href) && href.length <= 500 ? href : null
}

/** Whether a map server draws PNG pictures, or does not describe its requests. */
export const drawsPng = (capability: XmlElement): boolean =>
  childrenNamed(childNamed(childNamed(capability, 'Request'), 'GetMap'), 'Format').some(({ text }) => text.startsWith('image/png')) ||
  !capability.children.some(child => plainName(child) === 'Request')
