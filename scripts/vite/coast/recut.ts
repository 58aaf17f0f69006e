import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type GeoStream, geoArea, geoEquirectangular, geoStream } from 'd3-geo'
import type { MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

export type Point = readonly [longitude: number, latitude: number]
/** Closed ring of points; the first is not repeated at the end. */
export type Ring = readonly Point[]

export type CoastLevel = '110m' | '50m' | '10m'

/** Degrees per unit of the stream. The projection below has its origin in the middle. */
const degreesPerUnit = 180 / Math.PI
/** Distance in degrees within which a point is snapped to ±180° or 90° S. It is smaller than any step of the data. */
const nearly = 1e-4

/**
 * Reads the land of Natural Earth (world-atlas) in degrees, cut at ±180° and closed over the South Pole. The source joins shores across 180°, and its
 * Antarctica ends at 85° S. The cut is made on the sphere, so that no ring has to be listed by hand.
 */
export function landOf(level: CoastLevel): Ring[][] {
  const source = fileURLToPath(import.meta.resolve(`world-atlas/land-${level}.json`))
  const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ land: GeometryCollection }>
  const land = feature(topology, topology.objects.land).features.map(({ geometry }) => geometry as MultiPolygon)
  const polygons = land.flatMap(({ coordinates }) => coordinates).map(rings => rings.filter(ring => !isOnPole(ring as unknown as Ring)))
  return polygons.filter(rings => rings.length > 0).flatMap(rings => recut(rings as unknown as Point[][]))
}

/** Whether a ring has no extent and lies along 90° S. The middle level has one such ring. */
const isOnPole = (ring: Ring) => ring.every(([, latitude]) => latitude < -89.99)

function recut(rings: Point[][]): Ring[][] {
  const cut: Point[][] = []
  let line: Point[] = []
  const sink: GeoStream = {
    point: (x, y) => void line.push(snapped(x * degreesPerUnit, -y * degreesPerUnit)),
    lineStart: () => {
      line = []
    },
    lineEnd: () => {
      if (line.length > 2) cut.push(line)
    },
    polygonStart: () => undefined,
    polygonEnd: () => undefined
  }
  const flat = geoEquirectangular().scale(1).translate([0, 0]).precision(0)
  geoStream(wound(rings), flat.stream(sink))
  return [cut]
}

/**
 * Orients the rings of a polygon. On a sphere, the direction of a ring determines which side is land. A few small islands of the source have
 * the wrong direction.
 */
function wound(rings: Point[][]): Polygon {
  const polygon: Polygon = { type: 'Polygon', coordinates: rings.map(ring => ring.map(point => [...point])) }
  if (geoArea(polygon) > 2 * Math.PI) for (const ring of polygon.coordinates) ring.reverse()
  return polygon
}

function snapped(longitude: number, latitude: number): Point {
  const x = Math.abs(Math.abs(longitude) - 180) < nearly ? Math.sign(longitude) * 180 : longitude
  return [x, latitude < -90 + nearly ? -90 : latitude]
}
