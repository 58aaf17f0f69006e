import type { CoastLevels } from '../coast/coast-levels.ts'
import { levelFor } from '../coast/coast-levels.ts'
import type { ChartColours } from './colours.ts'
import { type LandPaths, landPaths } from './land-paths.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { isPolar, polarRadius, worldTop, zoomOf } from './views.ts'

/** Distances of the water lines from the coast, in pixels. Only small-scale charts show water lines. */
const waterLines = [9, 4.5] as const
const waterLinesUntil = 6

interface Land {
  paths: LandPaths
  shift: number
}

/** Paints the sea and land of one frame. */
export function paintBase(context: CanvasRenderingContext2D, frame: ChartFrame, coast: CoastLevels, colours: ChartColours): void {
  const { size, pixelRatio, projection, resolution } = frame
  const { of } = colours
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.fillStyle = of.bg
  context.fillRect(0, 0, size[0], size[1])
  context.save()
  clipToWorld(context, frame)
  context.fillStyle = of.sea
  context.fillRect(0, 0, size[0], size[1])

  const zoom = zoomOf(projection, resolution)
  const best = coast.best(levelFor(zoom))
  const land: Land[] = []
  for (const shift of worldShifts(frame))
    for (const block of best?.blocks ?? []) {
      const paths = landPaths(block, projection)
      if (paths && isSeen(paths, shift, frame)) land.push({ paths, shift })
    }

  context.lineJoin = 'round'
  context.lineCap = 'round'
  if (zoom <= waterLinesUntil)
    for (const distance of waterLines) {
      stroke(of['water-line'], 2 * distance + 1)
      stroke(of.sea, 2 * distance - 1)
    }
  // a single path, because blocks filled separately would leave hairlines between them
  const whole = new Path2D()
  for (const one of land) whole.addPath(one.paths.fill, new DOMMatrix(placeOf(one, 1)))
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  context.fillStyle = of.land
  context.fill(whole)
  stroke(of.coast, zoom < 5 ? 0.8 : 1)
  context.restore()

  function stroke(colour: string, width: number) {
    for (const one of land) {
      context.setTransform(new DOMMatrix(placeOf(one, pixelRatio)))
      context.strokeStyle = colour
      context.lineWidth = width * resolution
      context.stroke(one.paths.coast)
    }
  }

  function placeOf({ paths, shift }: Land, ratio: number): number[] {
    const [x, y] = toPixel(frame, paths.origin[0] + shift, paths.origin[1])
    const scale = ratio / resolution
    return [scale, 0, 0, -scale, x * ratio, y * ratio]
  }
}

function isSeen({ bounds: [left, bottom, right, top] }: LandPaths, shift: number, frame: ChartFrame): boolean {
  const margin = 20
  const [west, north] = toPixel(frame, left + shift, top)
  const [east, south] = toPixel(frame, right + shift, bottom)
  return east > -margin && south > -margin && west < frame.size[0] + margin && north < frame.size[1] + margin
}

/** Clips drawing to the world: a band on a flat chart, or a disc on a polar one. */
export function clipToWorld(context: CanvasRenderingContext2D, frame: ChartFrame): void {
  const { projection, resolution, size } = frame
  context.beginPath()
  if (isPolar(projection)) {
    const [x, y] = toPixel(frame, 0, 0)
    context.arc(x, y, polarRadius(projection) / resolution, 0, 2 * Math.PI)
  } else {
    const top = worldTop(projection)
    const [, upper] = toPixel(frame, 0, top)
    const [, lower] = toPixel(frame, 0, -top)
    context.rect(0, upper, size[0], lower - upper)
  }
  context.clip()
}
