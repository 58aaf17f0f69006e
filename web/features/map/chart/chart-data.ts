import type { MapPoints } from '../../../../shared/contracts/map.ts'
import type { Site } from '../../../../shared/contracts/sites.ts'
import { type MapProjection, projected } from '../../../../shared/geometry/map-projections.ts'
import { linesOfWkt } from '../../../../shared/geometry/wkt.ts'
import type { ChartLine } from './chart-lines.ts'
import type { ChartRecords } from './chart-records.ts'

/** A site with a position. */
export interface PlacedSite {
  site: Site
  longitude: number
  latitude: number
}

/** Data that a chart draws over its base. */
export interface ChartData {
  points: MapPoints | null
  sites: readonly PlacedSite[]
  /** Lines and areas of sites. Each has the id of its site. */
  footprints: readonly ChartLine[]
  /** Tracks. Each line has the id of its track. */
  tracks: readonly ChartLine[]
  annotations: ChartRecords | null
  observations: ChartRecords | null
}

export const placedSites = (sites: readonly Site[]): PlacedSite[] =>
  sites.flatMap(site => {
    const { decimalLongitude: longitude, decimalLatitude: latitude } = site
    return longitude === null || latitude === null ? [] : [{ site, longitude, latitude }]
  })

/** Returns the sites with neither a position nor a footprint. A withheld position counts as a position. */
export const unplacedSites = (sites: readonly Site[]): Site[] =>
  sites.filter(({ decimalLongitude, decimalLatitude, footprintWKT, generalised }) => {
    const hasPoint = decimalLongitude !== null && decimalLatitude !== null
    return !hasPoint && footprintWKT === null && !generalised
  })

export const footprintsOf = (sites: readonly Site[]): ChartLine[] =>
  sites.flatMap(({ id, footprintWKT }) => (footprintWKT === null ? [] : [{ id, ...linesOfWkt(footprintWKT) }]))

/** Projects the points of an answer to coordinates, x and y alternating. */
export function projectedPoints({ longitudes, latitudes }: MapPoints, projection: MapProjection): Float64Array {
  const coordinates = new Float64Array(2 * longitudes.length)
  for (const [index, longitude] of longitudes.entries()) {
    const [x, y] = projected(projection, longitude / 1e7, (latitudes[index] ?? 0) / 1e7)
    coordinates[2 * index] = x
    coordinates[2 * index + 1] = y
  }
  return coordinates
}
