import type { OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import type { PolarProjection } from '../../../../shared/geometry/map-projections.ts'
import { gridCorner } from '../../../../shared/geometry/tile-grid.ts'
import { tileZoomLimit } from '../../../../shared/limits.ts'
import type { XmlElement } from '../../files/xml.ts'
import { addressFault } from '../tile-address.ts'
import { boundsOf, childNamed, childrenNamed, offeredLayer, textOf } from './offered-layer.ts'

/** Projection for which tile servers share a grid. */
type FlatProjection = Exclude<OfferedLayer['projection'], PolarProjection>

/** Tile matrix set with the grid and the zoom levels of the map. */
interface KnownSet {
  id: string
  projection: FlatProjection
  /** Text before the zoom in the identifiers of its matrices. */
  prefix: string
  zooms: [first: number, last: number]
}

/** Scale denominators at zoom 0. Source: OGC WMTS 1.0.0, annex E. */
const scaleAtZero: Record<FlatProjection, number> = { 'EPSG:3857': 559_082_264.029, 'EPSG:4326': 279_541_132.015 }
/**
 * Maximum distance between two corners that count as equal, in units of the projection. Standards round the corner of Mercator to a third of a metre.
 */
const nearby: Record<FlatProjection, number> = { 'EPSG:3857': 1, 'EPSG:4326': 1e-5 }
const mercator = /(EPSG:.*:|EPSG:)(3857|900913)$/
const geographic = /CRS:?.*84$|EPSG:.*4326$/
const formats = ['image/png', 'image/webp', 'image/jpeg']

/** Layers of a tile server with RESTful addresses that the map can draw. @param contents `Contents` element of WMTS 1.0.0 */
export function* wmtsLayers(contents: XmlElement): Generator<OfferedLayer> {
  const sets = new Map(
    childrenNamed(contents, 'TileMatrixSet')
      .flatMap(set => knownSet(set) ?? [])
      .map(set => [set.id, set] as const)
  )
  for (const layer of childrenNamed(contents, 'Layer')) {
    const linked = childrenNamed(layer, 'TileMatrixSetLink').flatMap(link => sets.get(textOf(link, 'TileMatrixSet', 200) ?? '') ?? [])
    const set = linked.find(({ projection }) => projection === 'EPSG:3857') ?? linked[0]
    const address = set && addressOf(layer, set)
    const title = textOf(layer, 'Title', 200) ?? textOf(layer, 'Identifier', 200)
    if (!set || !address || !title) continue
    const box = childNamed(layer, 'WGS84BoundingBox')
    const [west = Number.NaN, south = Number.NaN] = cornerOf(box, 'LowerCorner')
    const [east = Number.NaN, north = Number.NaN] = cornerOf(box, 'UpperCorner')
    yield offeredLayer({ title, address, projection: set.projection, zooms: set.zooms, bounds: boundsOf(west, south, east, north) })
  }
}

const cornerOf = (box: XmlElement | undefined, name: string) => (textOf(box, name, 100) ?? '').split(' ').map(Number)

/** Set with the grid of the map, whose matrices are numbered by zoom without gaps; null for any other set. */
function knownSet(set: XmlElement): KnownSet | null {
  const id = textOf(set, 'Identifier', 200)
  const crs = textOf(set, 'SupportedCRS', 200) ?? ''
  const projection = mercator.test(crs) ? 'EPSG:3857' : geographic.test(crs) ? 'EPSG:4326' : null
  if (!id || !projection) return null
  const matrices = childrenNamed(set, 'TileMatrix').map(matrix => {
    const [, prefix = '', zoom = ''] = /^(.*?)(0|[1-9]\d?)$/.exec(textOf(matrix, 'Identifier', 200) ?? '') ?? []
    return { prefix, zoom: Number(zoom), isKnown: zoom !== '' && isOfGrid(matrix, projection, Number(zoom)) }
  })
  const [first] = matrices
  if (!first || /[{}]/.test(first.prefix) || !matrices.every(({ isKnown, prefix }) => isKnown && prefix === first.prefix)) return null
  const zooms = matrices.map(({ zoom }) => zoom)
  const [least, most] = [Math.min(...zooms), Math.max(...zooms)]
  const isWhole = new Set(zooms).size === most - least + 1
  return isWhole && least <= tileZoomLimit ? { id, projection, prefix: first.prefix, zooms: [least, most] } : null
}

/** Whether a matrix has the scale, the corner and the tiles of the map at a zoom. */
function isOfGrid(matrix: XmlElement, projection: FlatProjection, zoom: number): boolean {
  const scale = Number(textOf(matrix, 'ScaleDenominator', 40)) * 2 ** zoom
  const [west, north] = gridCorner(projection)
  const [one = Number.NaN, other = Number.NaN] = cornerOf(matrix, 'TopLeftCorner')
  const isNear = (x: number, y: number) => Math.max(Math.abs(x - west), Math.abs(y - north)) <= nearby[projection]
  const isAtCorner = isNear(one, other) || (projection === 'EPSG:4326' && isNear(other, one)) // some have the latitude first
  const isSquare = ['TileWidth', 'TileHeight'].every(name => textOf(matrix, name, 10) === '256')
  return Math.abs(scale / scaleAtZero[projection] - 1) < 0.01 && isAtCorner && isSquare
}

/** Address with only the placeholders of a tile; null if the layer has no usable address. */
function addressOf(layer: XmlElement, { id, prefix }: KnownSet): string | null {
  const resources = childrenNamed(layer, 'ResourceURL').filter(({ attributes }) => attributes.get('resourceType') === 'tile')
  const template = formats
    .map(format => resources.find(({ attributes }) => attributes.get('format') === format)?.attributes.get('template'))
    .find(found => found !== undefined)
  if (!template || template.length > 1500) return null
  const styles = childrenNamed(layer, 'Style')
  const style = styles.find(({ attributes }) => attributes.get('isDefault') === 'true') ?? styles[0]
  const values = new Map([
    ['style', textOf(style, 'Identifier', 200) ?? ''],
    ['tilematrixset', id],
    ...childrenNamed(layer, 'Dimension').map(
      dimension => [(textOf(dimension, 'Identifier', 200) ?? '').toLowerCase(), textOf(dimension, 'Default', 200) ?? ''] as const
    )
  ])
  const address = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (name === 'TileMatrix') return `${inPath(prefix)}{TileMatrix}`
    const value = values.get(name.toLowerCase())
    return value ? inPath(value) : whole
  })
  return addressFault({ kind: 'wmts', address }) === null ? address : null
}

/** Encodes a value as a part of a path. Colons are kept, because they are allowed in a path and common in matrix names. */
const inPath = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':')
