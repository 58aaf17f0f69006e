import type { MapLayerBounds, OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import { tileZoomLimit } from '../../../../shared/limits.ts'
import type { XmlElement } from '../../files/xml.ts'

/** Name of an element without its prefix. */
export const plainName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1)

export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => plainName(child) === name) ?? []

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined => childrenNamed(element, name)[0]

/** Text of the first child with a name, on one line and cut to a length; null without text. */
export function textOf(element: XmlElement | undefined, name: string, mostLength: number): string | null {
  const text = childNamed(element, name)
    ?.text.replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, mostLength)
  return text?.trim() || null
}

/** Extent from four edges in degrees; null for invalid edges, and for the whole world. */
export function boundsOf(west: number, south: number, east: number, north: number): MapLayerBounds | null {
  const isValid = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && south < north && north <= 90 && west !== east
  const isWorld = west <= -180 && east >= 180 && south <= -85 && north >= 85
  return isValid && !isWorld ? { west, south, east, north } : null
}

interface Offer {
  title: string
  address: string
  wmsLayers?: string
  projection: OfferedLayer['projection']
  zooms?: [first: number, last: number]
  bounds: MapLayerBounds | null
  attribution?: string | null
  attributionUrl?: string | null
}

/** Builds a layer that a server offers, with the values for its form. */
export const offeredLayer = ({
  title,
  address,
  wmsLayers,
  projection,
  zooms,
  bounds,
  attribution,
  attributionUrl
}: Offer): OfferedLayer => ({
  ...{ title, address, wmsLayers: wmsLayers ?? null, projection },
  values: {
    name: title.slice(0, 80).trim(),
    minZoom: zooms?.[0] ?? 0,
    maxZoom: Math.min(zooms?.[1] ?? 18, tileZoomLimit),
    ...{ bounds, attribution: attribution ?? null, attributionUrl: attributionUrl ?? null }
  }
})
