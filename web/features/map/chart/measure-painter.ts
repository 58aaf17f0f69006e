import { projected } from '../../../../shared/geometry/map-projections.ts'
import type { MeasuredLine } from '../measure/measured.ts'
import { clipToWorld } from './base-painter.ts'
import type { ChartColours } from './colours.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { isPolar, worldWidth } from './views.ts'

type Pixel = readonly [number, number]

/** Paints a measured line with its vertices. */
export function paintMeasured(context: CanvasRenderingContext2D, frame: ChartFrame, line: MeasuredLine, { of }: ChartColours): void {
  const { path, vertices, isArea } = line
  context.save()
  clipToWorld(context, frame)
  context.lineJoin = 'round'
  for (const shift of shiftsOf(frame)) {
    const pixels = continuous(path, frame.projection).map(([longitude, latitude]) => pixelOf(frame, longitude, latitude, shift))
    trace(context, pixels)
    if (isArea) {
      context.globalAlpha = 0.15
      context.fillStyle = of.primary
      context.fill()
      context.globalAlpha = 1
    }
    for (const [width, colour] of [
      [5, of.surface],
      [2.5, of.primary]
    ] as const) {
      context.lineWidth = width
      context.strokeStyle = colour
      context.stroke()
    }
    for (const { longitude, latitude } of vertices) {
      context.beginPath()
      context.arc(...pixelOf(frame, longitude, latitude, shift), 4, 0, 2 * Math.PI)
      context.fillStyle = of.surface
      context.fill()
      context.lineWidth = 2
      context.strokeStyle = of.primary
      context.stroke()
    }
  }
  context.restore()
}

/** Visible worlds and their neighbours: a line over 180° goes on into the next one. */
function shiftsOf(frame: ChartFrame): number[] {
  const [shifts, width] = [worldShifts(frame), worldWidth(frame.projection)]
  return width === null ? shifts : [shifts[0]! - width, ...shifts, shifts.at(-1)! + width]
}

function trace(context: CanvasRenderingContext2D, pixels: readonly Pixel[]): void {
  context.beginPath()
  for (const [index, [x, y]] of pixels.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

const pixelOf = (frame: ChartFrame, longitude: number, latitude: number, shift: number): [number, number] => {
  const [x, y] = projected(frame.projection, longitude, latitude)
  return toPixel(frame, x + shift, y)
}

/** Longitudes that go on past 180°, so that a line over it is not drawn around the world. A polar view needs none of that. */
function continuous(path: MeasuredLine['path'], projection: ChartFrame['projection']): Pixel[] {
  let before: number | null = null
  return path.map(({ longitude, latitude }) => {
    const turns: number = before === null || isPolar(projection) ? 0 : Math.round((before - longitude) / 360)
    before = longitude + 360 * turns
    return [before, latitude]
  })
}
