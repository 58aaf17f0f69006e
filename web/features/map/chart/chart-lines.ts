import { type MapProjection, projected } from '../../../../shared/geometry/map-projections.ts'
import { clipToWorld } from './base-painter.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { isPolar, worldWidth } from './views.ts'

/** Line or area on the chart. */
export interface ChartLine {
  id: string
  /** Lines, or the rings of an area, with longitude and latitude alternating, in degrees. */
  lines: readonly (readonly number[])[]
  isArea: boolean
}

/** Line in a projection, ready to draw. */
interface LinePath {
  /** Origin of `path`, whose coordinates are relative to it because a path has only single precision. */
  origin: readonly [number, number]
  path: Path2D
  /** x and y alternating, one array for each line. */
  coordinates: Float64Array[]
  /** Left, bottom, right and top. */
  bounds: readonly [number, number, number, number]
}

const kept = new WeakMap<ChartLine, Map<MapProjection, LinePath | null>>()

/** Returns the path of a line, computed once for each projection. Null for a line without vertices. */
function linePath(line: ChartLine, projection: MapProjection): LinePath | null {
  const known = kept.get(line) ?? new Map<MapProjection, LinePath | null>()
  kept.set(line, known)
  if (!known.has(projection)) known.set(projection, pathOf(line, projection))
  return known.get(projection) ?? null
}

function pathOf({ lines, isArea }: ChartLine, projection: MapProjection): LinePath | null {
  const coordinates = lines.map(line => continuous(line, projection))
  const [first] = coordinates
  if (!first || first.length < 2) return null
  const origin: [number, number] = [first[0] ?? 0, first[1] ?? 0]
  const path = new Path2D()
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of coordinates) {
    for (let at = 0; at < line.length; at += 2) {
      const [x, y] = [line[at] as number, line[at + 1] as number]
      if (at === 0) path.moveTo(x - origin[0], y - origin[1])
      else path.lineTo(x - origin[0], y - origin[1])
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
    if (isArea) path.closePath()
  }
  return { origin, path, coordinates, bounds: [left, bottom, right, top] }
}

/** Projects the coordinates of a line. Longitudes continue past 180°, so that a line across the antimeridian does not wrap around the world. */
export function continuous(line: readonly number[], projection: MapProjection): Float64Array {
  const coordinates = new Float64Array(line.length)
  let before: number | null = null
  for (let at = 0; at + 1 < line.length; at += 2) {
    const longitude = line[at] as number
    const turns: number = before === null || isPolar(projection) ? 0 : Math.round((before - longitude) / 360)
    before = longitude + 360 * turns
    const [x, y] = projected(projection, before, line[at + 1] as number)
    coordinates[at] = x
    coordinates[at + 1] = y
  }
  return coordinates
}

/** Returns the x offsets of the visible worlds and their neighbours. A line across the antimeridian continues into the next world. */
export function lineShifts(frame: ChartFrame): number[] {
  const [shifts, width] = [worldShifts(frame), worldWidth(frame.projection)]
  return width === null ? shifts : [(shifts[0] ?? 0) - width, ...shifts, (shifts.at(-1) ?? 0) + width]
}

export interface LineLook {
  /** Strokes, from the widest to the narrowest. Widths are in pixels. */
  strokes: readonly (readonly [width: number, colour: string])[]
  /** Fill colour of areas. */
  fill: string
}

/** Paints lines, and areas with a translucent fill. */
export function paintLines(
  context: CanvasRenderingContext2D,
  frame: ChartFrame,
  lines: readonly ChartLine[],
  lookOf: (line: ChartLine) => LineLook
): void {
  const { resolution, pixelRatio } = frame
  context.save()
  clipToWorld(context, frame)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const line of lines) {
    const found = linePath(line, frame.projection)
    if (!found) continue
    const { strokes, fill } = lookOf(line)
    for (const shift of lineShifts(frame)) {
      if (!isSeen(found, shift, frame)) continue
      const [x, y] = toPixel(frame, found.origin[0] + shift, found.origin[1])
      const scale = pixelRatio / resolution
      context.setTransform(scale, 0, 0, -scale, x * pixelRatio, y * pixelRatio)
      if (line.isArea) {
        context.globalAlpha = 0.14
        context.fillStyle = fill
        context.fill(found.path, 'evenodd')
        context.globalAlpha = 1
      }
      for (const [width, colour] of strokes) {
        context.lineWidth = width * resolution
        context.strokeStyle = colour
        context.stroke(found.path)
      }
    }
  }
  context.restore()
}

function isSeen({ bounds: [left, bottom, right, top] }: LinePath, shift: number, frame: ChartFrame): boolean {
  const margin = 10
  const [west, north] = toPixel(frame, left + shift, top)
  const [east, south] = toPixel(frame, right + shift, bottom)
  return east > -margin && south > -margin && west < frame.size[0] + margin && north < frame.size[1] + margin
}

/** Returns the line nearest to a pixel; null when no line is within `reach` pixels. */
export function lineAt(frame: ChartFrame, [x, y]: readonly [number, number], lines: readonly ChartLine[], reach: number): ChartLine | null {
  let best: { line: ChartLine; away: number } | null = null
  for (const line of lines) {
    const found = linePath(line, frame.projection)
    if (!found) continue
    for (const shift of lineShifts(frame)) {
      if (!isSeen(found, shift, frame)) continue
      for (const coordinates of found.coordinates)
        for (let at = 0; at + 3 < coordinates.length; at += 2) {
          const start = toPixel(frame, (coordinates[at] as number) + shift, coordinates[at + 1] as number)
          const end = toPixel(frame, (coordinates[at + 2] as number) + shift, coordinates[at + 3] as number)
          const away = distanceTo(x, y, start, end)
          if (away <= reach && (!best || away < best.away)) best = { line, away }
        }
    }
  }
  return best?.line ?? null
}

function distanceTo(x: number, y: number, [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2
  const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1)
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}
