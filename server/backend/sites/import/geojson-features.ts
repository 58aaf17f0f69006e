import { siteImportLimit } from '../../../../shared/limits.ts'
import { isObject, type JsonObject, parseJson, textOf } from '../../files/json.ts'
import { NotThisFormat, quoted } from '../../files/reading.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'
import { holesLeftOut, joinedAt180, type Shape } from './joined-at-180.ts'

/** Maximum nesting depth of geometry collections. */
const deepest = 5
const nameKeys = ['name', 'Name', 'NAME', 'title', 'site', 'station', 'locality']

/** Yields the points, lines and outlines of GeoJSON (RFC 7946). @throws NotThisFormat, including for a reference system other than WGS 84 */
export function* geojsonFeatures(text: string): Generator<GivenFeature, void, undefined> {
  const root = parseJson(text)
  if (!isObject(root) || typeof root.type !== 'string') throw new NotThisFormat('This is not GeoJSON: it has no type')
  refuseOtherSystems(root)
  const features = root.type === 'FeatureCollection' && Array.isArray(root.features) ? root.features : [root]
  for (const [index, feature] of features.entries()) {
    const row = index + 1
    const given = isObject(feature) ? feature : {}
    const properties = isObject(given.properties) ? given.properties : {}
    const name = nameKeys.map(key => nameOf(properties[key])).find(found => found !== null) ?? nameOf(given.id)
    const notes = textOf(properties.description) ?? textOf(properties.notes)
    const shapes = shapesOf(given.type === 'Feature' ? given.geometry : given, deepest)
      .take(siteImportLimit + 1)
      .toArray()
    for (const [part, shape] of shapes.entries())
      yield { row, name: name !== null && shapes.length > 1 ? `${name} ${part + 1}` : name, notes: part === 0 ? notes : null, ...shape }
    if (shapes.length === 0) yield { row, name, notes, kind: 'station', positions: [], remarks: [] }
  }
}

const nameOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value))

function refuseOtherSystems({ crs }: JsonObject): void {
  if (!isObject(crs)) return
  const name = isObject(crs.properties) ? String(crs.properties.name ?? crs.properties.code ?? '') : ''
  if (!/CRS:?84$|(^|:)4326$/i.test(name))
    throw new NotThisFormat(`Its coordinates are in ${quoted(name || 'an unnamed system')}: save the file in WGS 84 (EPSG:4326)`)
}

function* shapesOf(geometry: unknown, levels: number): Generator<Shape, void, undefined> {
  if (!isObject(geometry) || levels === 0) return
  const { type, coordinates } = geometry
  if (type === 'GeometryCollection') for (const one of listOf(geometry.geometries)) yield* shapesOf(one, levels - 1)
  else if (type === 'Point') yield { kind: 'station', positions: [positionOf(coordinates)], remarks: [] }
  else if (type === 'MultiPoint')
    for (const one of listOf(coordinates)) yield { kind: 'station', positions: [positionOf(one)], remarks: [] }
  else if (type === 'LineString') yield lineOf(coordinates)
  else if (type === 'MultiLineString') yield* joinedAt180(partsOf(coordinates).map(lineOf))
  else if (type === 'Polygon') yield areaOf(coordinates)
  else if (type === 'MultiPolygon') yield* joinedAt180(partsOf(coordinates).map(areaOf))
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** Parts of a multi-part geometry, truncated just above the limit of an import. */
const partsOf = (coordinates: unknown) => listOf(coordinates).slice(0, siteImportLimit + 1)
const lineOf = (coordinates: unknown): Shape => ({ kind: 'transect', positions: listOf(coordinates).map(positionOf), remarks: [] })
const areaOf = (coordinates: unknown): Shape => ({
  kind: 'area',
  positions: listOf(listOf(coordinates)[0]).map(positionOf),
  remarks: listOf(coordinates).length > 1 ? [holesLeftOut] : []
})

function positionOf(value: unknown): GivenPosition {
  const [longitude, latitude, height] = listOf(value).map(number => (typeof number === 'number' ? number : Number.NaN))
  return [longitude ?? Number.NaN, latitude ?? Number.NaN, height]
}
