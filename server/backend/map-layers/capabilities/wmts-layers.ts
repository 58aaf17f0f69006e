import type { OfferedLayer } from '../../../../shared/contracts/map-layers.ts'
import type { XmlElement } from '../../files/xml.ts'
import { boundsOf, childNamed, childrenNamed, offeredLayer, textOf } from './offered-layer.ts'

/** Tile matrix set whose zooms are those of the map. */
interface KnownSet {
  id: string
  projection: OfferedLayer['projection']
  /** Text before the zoom in the identifiers of its matrices. */
  prefix: string
  zooms: [first: number, last: number]
}

/** Scale denominators at zoom 0. Source: OGC WMTS 1.0.0, annex E. */
const scaleAtZero: Record<OfferedLayer['projection'], number> = { 'EPSG:3857': 559_082_264.029, 'EPSG:4326': 279_541_132.015 }
const mercator = /(EPSG:.*:|EPSG:)(3857|900913)$/
const geographic = /CRS:?.*84$|EPSG:.*4326$/
const formats = ['image/png', 'image/webp', 'image/jpeg']

/** Layers of a tile server with RESTful addresses that the map can draw. @param contents `Contents` element of WMTS 1.0.0 */
export function wmtsLayers(contents: XmlElement): OfferedLayer[] {
  const sets = childrenNamed(contents, 'TileMatrixSet').flatMap(set => knownSet(set) ?? [])
  return childrenNamed(contents, 'Layer').flatMap(layer => {
    const linked = childrenNamed(layer, 'TileMatrixSetLink').map(link => textOf(link, 'TileMatrixSet', 200))
    const set = sets.filter(({ id }) => linked.includes(id)).sort((one, other) => one.projection.localeCompare(other.projection))[0]
    const address = set && addressOf(layer, set)
    const title = textOf(layer, 'Title', 200) ?? textOf(layer, 'Identifier', 200)
    if (!set || !address || !title) return []
    const box = childNamed(layer, 'WGS84BoundingBox')
    const [west = Number.NaN, south = Number.NaN] = cornerOf(box, 'LowerCorner')
    const [east = Number.NaN, north = Number.NaN] = cornerOf(box, 'UpperCorner')
    return [offeredLayer({ title, address, projection: set.projection, zooms: set.zooms, bounds: boundsOf(west, south, east, north) })]
  })
}

const cornerOf = (box: XmlElement | undefined, name: string) => (textOf(box, name, 100) ?? '').split(' ').map(Number)

/** Set whose matrices are numbered by zoom; null for any other. */
function knownSet(set: XmlElement): KnownSet | null {
  const id = textOf(set, 'Identifier', 200)
  const crs = textOf(set, 'SupportedCRS', 200) ?? ''
  const projection = mercator.test(crs) ? 'EPSG:3857' : geographic.test(crs) ? 'EPSG:4326' : null
  const matrices = childrenNamed(set, 'TileMatrix').map(matrix => {
    const [, prefix = '', zoom = ''] = /^(.*?)(\d{1,2})$/.exec(textOf(matrix, 'Identifier', 200) ?? '') ?? []
    const scale = Number(textOf(matrix, 'ScaleDenominator', 40)) * 2 ** Number(zoom)
    const isKnown = zoom !== '' && projection !== null && Math.abs(scale / scaleAtZero[projection] - 1) < 0.01
    return { prefix, zoom: Number(zoom), isKnown: isKnown && textOf(matrix, 'TileWidth', 10) === '256' }
  })
  const [first] = matrices
  if (!id || !projection || !first || !matrices.every(({ isKnown, prefix }) => isKnown && prefix === first.prefix)) return null
  if (/[{}]/.test(first.prefix)) return null
  const zooms = matrices.map(({ zoom }) => zoom)
  return { id, projection, prefix: first.prefix, zooms: [Math.min(...zooms), Math.max(...zooms)] }
}

/** Address with only the placeholders of a tile; null if the layer has none of that kind. */
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
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (name === 'TileMatrix') return `${prefix}{TileMatrix}`
    return values.get(name.toLowerCase()) ?? whole
  })
}
