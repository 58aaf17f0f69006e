import type { MeasuredLine } from '../tools/measured.ts'
import { clipToWorld } from './base-painter.ts'
import { continuous, lineShifts } from './chart-lines.ts'
import type { ChartColours } from './colours.ts'
import { type ChartFrame, toPixel } from './pixels.ts'

type Pixel = readonly [number, number]

/** Paints a measured line with its vertices. */
export function paintMeasured(context: CanvasRenderingContext2D, frame: ChartFrame, line: MeasuredLine, { of }: ChartColours): void {
  const { path, vertices, isArea } = line
  context.save()
  clipToWorld(context, frame)
  context.lineJoin = 'round'
  for (const shift of lineShifts(frame)) {
    trace(context, pixelsOf(frame, path, shift))
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
    for (const pixel of pixelsOf(frame, vertices, shift)) {
      context.beginPath()
      context.arc(...pixel, 4, 0, 2 * Math.PI)
      context.fillStyle = of.surface
      context.fill()
      context.lineWidth = 2
      context.strokeStyle = of.primary
      context.stroke()
    }
  }
  context.restore()
}

function trace(context: CanvasRenderingContext2D, pixels: readonly Pixel[]): void {
  context.beginPath()
  for (const [index, [x, y]] of pixels.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function pixelsOf(frame: ChartFrame, points: MeasuredLine['path'], shift: number): Pixel[] {
  const coordinates = continuous(
    points.flatMap(({ longitude, latitude }) => [longitude, latitude]),
    frame.projection
  )
  return points.map((_, index) => toPixel(frame, coordinates[2 * index]! + shift, coordinates[2 * index + 1]!))
}
