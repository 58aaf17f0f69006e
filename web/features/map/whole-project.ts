import { placeExtent } from '../../../shared/geometry/place-extent.ts'
import type { ChartData } from './chart/chart-data.ts'
import { type ChartPlace, isPolar, placeFor, polarEdge, proposedProjection, sideOf, wholeOf } from './chart/views.ts'

type Position = readonly [longitude: number, latitude: number]

function positionsOf({ points, sites, footprints, tracks }: ChartData): Position[] {
  const ofPoints = points?.longitudes.map((units, index): Position => [units / 1e7, (points.latitudes[index] ?? 0) / 1e7]) ?? []
  const ofCells = points?.cells.map((cell): Position => [cell.decimalLongitude, cell.decimalLatitude]) ?? []
  const ofLines = [...footprints, ...tracks].flatMap(({ lines }) => lines.flatMap(inPairs))
  return [...ofPoints, ...ofCells, ...ofLines, ...sites.map(({ longitude, latitude }): Position => [longitude, latitude])]
}

const inPairs = (line: readonly number[]): Position[] =>
  Array.from({ length: line.length >> 1 }, (_, index): Position => [line[2 * index] ?? 0, line[2 * index + 1] ?? 0])

/** View of all places of the project, in the open projection or else in the most suitable one. */
export function wholeProject(data: ChartData, size: [number, number], open: ChartPlace | null): ChartPlace {
  const positions = positionsOf(data)
  const projection = open?.projection ?? proposedProjection(placeExtent(positions))
  return positions.length > 0 ? placeFor(positions, projection, size) : wholeOf(projection, size)
}

/** View of all places that a projection shows. */
export function wholeIn(projection: ChartPlace['projection'], data: ChartData, size: [number, number]): ChartPlace {
  const near = positionsOf(data).filter(([, latitude]) => !isPolar(projection) || sideOf(projection) * latitude > polarEdge)
  return near.length > 0 ? placeFor(near, projection, size) : wholeOf(projection, size)
}
