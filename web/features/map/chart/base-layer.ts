import type { CoastLevels } from '../coast/coast-levels.ts'
import { paintBase } from './base-painter.ts'
import type { ChartColours } from './colours.ts'
import { type ChartFrame, toPixel } from './pixels.ts'

/** Margin painted around the chart, as a fraction of its side, so that a short pan needs no repaint. */
const margin = 0.25
/** Largest factor by which the painted picture is scaled up or down while the chart moves. */
const stretch = 2.2

/** Creates the layer of sea and land. It is painted once for a view, then shifted and scaled until the chart comes to rest elsewhere. */
export function baseLayer(coast: CoastLevels) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false })
  let painted: ChartFrame | null = null

  function paint(frame: ChartFrame, colours: ChartColours) {
    if (!context) return
    const size = [Math.ceil(frame.size[0] * (1 + 2 * margin)), Math.ceil(frame.size[1] * (1 + 2 * margin))] as const
    const [width, height] = [Math.round(size[0] * frame.pixelRatio), Math.round(size[1] * frame.pixelRatio)]
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    painted = { ...frame, size }
    paintBase(context, painted, coast, colours)
  }

  function serves(frame: ChartFrame, moves: boolean): boolean {
    if (!painted || painted.projection !== frame.projection || painted.pixelRatio !== frame.pixelRatio) return false
    const factor = painted.resolution / frame.resolution
    if (Math.abs(factor - 1) > 1e-9 && !(moves && factor < stretch && factor > 1 / stretch)) return false
    const [left, top, right, bottom] = cornersOf(painted, frame)
    return left <= 0 && top <= 0 && right >= frame.size[0] && bottom >= frame.size[1]
  }

  return {
    /** Discards the picture, so that the next call paints again. */
    forget: () => {
      painted = null
    },
    draw(onto: CanvasRenderingContext2D, frame: ChartFrame, colours: ChartColours, moves: boolean) {
      if (!serves(frame, moves)) paint(frame, colours)
      if (!painted) return
      const [left, top, right, bottom] = cornersOf(painted, frame)
      onto.drawImage(canvas, left, top, right - left, bottom - top)
    }
  }
}

/** Returns the left, top, right and bottom edges of a painted picture on a frame, in pixels. */
function cornersOf(painted: ChartFrame, frame: ChartFrame): [number, number, number, number] {
  const [width, height] = [painted.size[0] * painted.resolution, painted.size[1] * painted.resolution]
  const [left, top] = toPixel(frame, painted.center[0] - width / 2, painted.center[1] + height / 2)
  return [left, top, left + width / frame.resolution, top + height / frame.resolution]
}
