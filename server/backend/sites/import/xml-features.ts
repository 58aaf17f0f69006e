import { siteImportLimit } from '../../../../shared/limits.ts'
import type { ByteSource } from '../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../files/xml.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'
import { holesLeftOut, joinedAt180, type Shape } from './joined-at-180.ts'

/** Yields the waypoints, routes and track segments of a GPX 1.0 or 1.1 file. @throws NotThisFormat */
export async function* gpxFeatures(source: ByteSource): AsyncGenerator<GivenFeature, void, undefined> {
  for await (const element of xmlElements(source, { root: 'gpx', names: ['wpt', 'rte', 'trk'], format: 'GPX' }, {})) {
    const given = {
      row: element.row,
      name: childText(element, 'name') || null,
      notes: childText(element, 'desc') ?? childText(element, 'cmt') ?? null
    }
    if (element.name === 'wpt') {
      yield { ...given, kind: 'station', positions: [gpxPosition(element)], remarks: [] }
      continue
    }
    const isTrack = element.name === 'trk'
    const parts = isTrack ? element.children.filter(({ name }) => name === 'trkseg') : [element]
    for (const [index, part] of parts.entries()) {
      const points = part.children.filter(({ name }) => name === 'trkpt' || name === 'rtept')
      const isTimed = points.some(point => childText(point, 'time') !== undefined)
      yield {
        ...given,
        name: numbered(given.name, index, parts.length),
        notes: index === 0 ? given.notes : null,
        kind: 'transect',
        positions: points.map(gpxPosition),
        remarks: isTimed ? ['Its times are left out'] : []
      }
    }
  }
}

const gpxPosition = (point: XmlElement): GivenPosition => [
  degrees(point.attributes.get('lon')),
  degrees(point.attributes.get('lat')),
  heightOf(childText(point, 'ele'))
]

const degrees = (text: string | undefined) => (text === undefined || text.trim() === '' ? Number.NaN : Number(text))
const heightOf = (text: string | undefined) => (text && Number.isFinite(Number(text)) ? Number(text) : undefined)
const numbered = (name: string | null, index: number, count: number) => (name !== null && count > 1 ? `${name} ${index + 1}` : name)

/** Yields the points, lines and outlines of a KML file. @throws NotThisFormat */
export async function* kmlFeatures(source: ByteSource): AsyncGenerator<GivenFeature, void, undefined> {
  for await (const place of xmlElements(source, { root: 'kml', names: ['Placemark'], format: 'KML' }, {})) {
    const name = childText(place, 'name') || null
    const notes = withoutTags(childText(place, 'description') ?? '')
    const shapes = joinedAt180(
      shapesIn(place)
        .take(siteImportLimit + 1)
        .toArray()
    )
    for (const [index, shape] of shapes.entries())
      yield { row: place.row, name: numbered(name, index, shapes.length), notes: index === 0 ? notes : null, ...shape }
    if (shapes.length === 0) yield { row: place.row, name, notes, kind: 'station', positions: [], remarks: [] }
  }
}

/** Strips the tags from HTML and collapses it to one line. Only the first 20,000 characters are used. */
const withoutTags = (html: string) =>
  html
    .slice(0, 20_000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')

function* shapesIn(element: XmlElement): Generator<Shape, void, undefined> {
  for (const child of element.children) {
    if (child.name === 'MultiGeometry' || child.name === 'gx:MultiTrack') yield* shapesIn(child)
    else if (child.name === 'Point') yield { kind: 'station', positions: kmlPositions(child), remarks: [] }
    else if (child.name === 'LineString') yield { kind: 'transect', positions: kmlPositions(child), remarks: [] }
    else if (child.name === 'LinearRing') yield { kind: 'area', positions: kmlPositions(child), remarks: [] }
    else if (child.name === 'Polygon') {
      const ring = child.children.find(({ name }) => name === 'outerBoundaryIs')?.children[0]
      const hasHoles = child.children.some(({ name }) => name === 'innerBoundaryIs')
      yield { kind: 'area', positions: ring ? kmlPositions(ring) : [], remarks: hasHoles ? [holesLeftOut] : [] }
    } else if (child.name === 'gx:Track') {
      const positions = child.children.filter(({ name }) => name === 'gx:coord').map(({ text }) => kmlPosition(text.split(/\s+/)))
      yield { kind: 'transect', positions, remarks: ['Its times are left out'] }
    }
  }
}

const kmlPositions = (shape: XmlElement): GivenPosition[] =>
  (childText(shape, 'coordinates') ?? '')
    .split(/\s+/)
    .filter(text => text !== '')
    .map(text => kmlPosition(text.split(',')))

const kmlPosition = ([longitude, latitude, height]: readonly string[]): GivenPosition => [
  degrees(longitude),
  degrees(latitude),
  heightOf(height)
]
