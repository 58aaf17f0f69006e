import { wrappedLongitude } from '../../../shared/geometry/map-projections.ts'
import { type PlaceExtent, placeExtent } from '../../../shared/geometry/place-extent.ts'
import type { ChartData } from './chart/chart-data.ts'
import { type ChartPlace, isPolar, placeFor, polarEdge, proposedProjection, sideOf, wholeOf } from './chart/views.ts'

type Position = readonly [longitude: number, latitude: number]

/** Places that must fit in a view of the whole project. */
export interface Whole {
  data: ChartData
  /** Extent of the observations. */
  observed: PlaceExtent | null
}

/** Returns all positions of a project, and those along the edges of the extent of its observations. */
export function positionsOf({ data: { points, sites, footprints, tracks }, observed }: Whole): Position[] {
  const ofPoints = points?.longitudes.map((units, index): Position => [units / 1e7, (points.latitudes[index] ?? 0) / 1e7]) ?? []
  const ofCells = points?.cells.map((cell): Position => [cell.decimalLongitude, cell.decimalLatitude]) ?? []
  const ofLines = [...footprints, ...tracks].flatMap(({ lines }) => lines.flatMap(inPairs))
  const ofObservations = observed ? edgesOf(observed) : []
  return [
    ...ofPoints,
    ...ofCells,
    ...ofLines,
    ...ofObservations,
    ...sites.map(({ longitude, latitude }): Position => [longitude, latitude])
  ]
}

const stepsAlongEdge = 36

/**
 * Returns positions along the northern and southern edge of an extent. They are dense, so that a wide extent is not
 * mistaken for the rest of the earth.
 */
const edgesOf = ({ west, south, east, north }: PlaceExtent): Position[] =>
  Array.from({ length: stepsAlongEdge + 1 }, (_, step) => wrappedLongitude(west + (step * (east - west)) / stepsAlongEdge)).flatMap(
    (longitude): Position[] => [
      [longitude, south],
      [longitude, north]
    ]
  )

const inPairs = (line: readonly number[]): Position[] =>
  Array.from({ length: line.length >> 1 }, (_, index): Position => [line[2 * index] ?? 0, line[2 * index + 1] ?? 0])

/** Returns the view of all places of the project, in the open projection or else in the most suitable one. */
export function wholeProject(whole: Whole, size: readonly [number, number], open: ChartPlace | null): ChartPlace {
  const positions = positionsOf(whole)
  const projection = open?.projection ?? proposedProjection(placeExtent(positions))
  return positions.length > 0 ? placeFor(positions, projection, size) : wholeOf(projection, size)
}

/** Returns the view of all places that a projection covers. */
export function wholeIn(projection: ChartPlace['projection'], whole: Whole, size: readonly [number, number]): ChartPlace {
  const near = positionsOf(whole).filter(([, latitude]) => !isPolar(projection) || sideOf(projection) * latitude > polarEdge)
  return near.length > 0 ? placeFor(near, projection, size) : wholeOf(projection, size)
}
