import { projected } from '../../../../shared/geometry/map-projections.ts'
import { clipToWorld } from './base-painter.ts'
import type { ChartColours } from './colours.ts'
import { degreesOf, degreeWords, type Graticule, graticuleOf, meridianLine, parallelLine } from './graticule.ts'
import { type ChartFrame, toPixel } from './pixels.ts'
import { isPolar, polarRadius } from './views.ts'

/** Width of the degree scale along the edge, in pixels. */
export const borderWidth = 7
const fontSize = 11

type Context = CanvasRenderingContext2D

/** Paints meridians and parallels within the world. */
export function paintGraticule(context: Context, frame: ChartFrame, colours: ChartColours): Graticule {
  const graticule = graticuleOf(frame)
  context.save()
  clipToWorld(context, frame)
  context.strokeStyle = colours.of.graticule
  context.lineWidth = 0.75
  context.beginPath()
  for (const line of [
    ...graticule.meridians.map(longitude => meridianLine(frame, longitude)),
    ...graticule.parallels.map(latitude => parallelLine(frame, latitude))
  ])
    for (const [index, point] of line.entries()) {
      if (index === 0) context.moveTo(...point)
      else context.lineTo(...point)
    }
  context.stroke()
  context.restore()
  return graticule
}

/** Paints the border of the chart: a numbered degree scale, as on a paper chart. */
export function paintBorder(context: Context, frame: ChartFrame, graticule: Graticule, colours: ChartColours): void {
  context.font = `${fontSize}px ${colours.font}`
  context.lineJoin = 'round'
  if (isPolar(frame.projection)) paintRim(context, frame, graticule, colours)
  else paintScales(context, frame, graticule, colours)
}

function paintScales(
  context: Context,
  frame: ChartFrame,
  { meridians, parallels, meridianStep, parallelStep }: Graticule,
  colours: ChartColours
) {
  const { size, projection } = frame
  const [width, height] = size
  const { of } = colours
  context.fillStyle = of.surface
  for (const [x, y, w, h] of edges(width, height)) context.fillRect(x, y, w, h)
  context.fillStyle = of.text
  const xOf = (longitude: number) => toPixel(frame, projected(projection, longitude, 0)[0], 0)[0]
  const yOf = (latitude: number) => toPixel(frame, ...projected(projection, 0, latitude))[1]
  const inset = 2
  for (const longitude of [(meridians[0] ?? 0) - meridianStep, ...meridians]) {
    if (Math.round(longitude / meridianStep) % 2 !== 0) continue
    const [from, to] = [Math.max(borderWidth, xOf(longitude)), Math.min(width - borderWidth, xOf(longitude + meridianStep))]
    if (to <= from) continue
    for (const y of [inset, height - borderWidth + inset]) context.fillRect(from, y, to - from, borderWidth - 2 * inset)
  }
  for (const latitude of [(parallels[0] ?? 0) - parallelStep, ...parallels]) {
    if (Math.round(latitude / parallelStep) % 2 !== 0 || latitude >= 90) continue
    const [from, to] = [Math.max(borderWidth, yOf(latitude + parallelStep)), Math.min(height - borderWidth, yOf(latitude))]
    if (to <= from) continue
    for (const x of [inset, width - borderWidth + inset]) context.fillRect(x, from, borderWidth - 2 * inset, to - from)
  }
  context.strokeStyle = of['line-strong']
  context.lineWidth = 1
  context.strokeRect(0.5, 0.5, width - 1, height - 1)
  context.strokeRect(borderWidth + 0.5, borderWidth + 0.5, width - 2 * borderWidth - 1, height - 2 * borderWidth - 1)

  for (const longitude of meridians) {
    const x = xOf(longitude)
    if (x > 46 && x < width - 30) label(context, degreeWords(longitude, 'longitude'), x, height - borderWidth - 10, 'center', colours)
  }
  for (const latitude of parallels) {
    const y = yOf(latitude)
    if (y > 24 && y < height - 40) label(context, degreeWords(latitude, 'latitude'), borderWidth + 6, y, 'left', colours)
  }
}

const edges = (width: number, height: number) =>
  [
    [0, 0, width, borderWidth],
    [0, height - borderWidth, width, borderWidth],
    [0, 0, borderWidth, height],
    [width - borderWidth, 0, borderWidth, height]
  ] as const

/** Paints the degree scale on the rim of a polar chart. Each number is outside the rim, or where its meridian leaves the view. */
function paintRim(context: Context, frame: ChartFrame, { meridians, parallels }: Graticule, colours: ChartColours) {
  const { projection, resolution, size } = frame
  const { of } = colours
  const [x, y] = toPixel(frame, 0, 0)
  if (!isPolar(projection)) return
  const radius = polarRadius(projection) / resolution
  context.lineWidth = 4
  for (let longitude = 0; longitude < 360; longitude += 10) {
    context.strokeStyle = (longitude / 10) % 2 === 0 ? of.text : of.surface
    context.beginPath()
    context.arc(x, y, radius + 3, (longitude * Math.PI) / 180 - Math.PI / 2, ((longitude + 10) * Math.PI) / 180 - Math.PI / 2)
    context.stroke()
  }
  context.strokeStyle = of['line-strong']
  context.lineWidth = 1
  for (const rim of [radius, radius + 6]) {
    context.beginPath()
    context.arc(x, y, rim, 0, 2 * Math.PI)
    context.stroke()
  }
  for (const longitude of meridians) {
    const [edgeX, edgeY] = meridianLine(frame, longitude).at(-1)!
    const [dx, dy] = [(edgeX - x) / radius, (edgeY - y) / radius]
    const outside = [x + dx * (radius + 20), y + dy * (radius + 20)] as const
    const shown = isInside(outside, size, 12) ? outside : leavingPoint([x, y], [dx, dy], size)
    if (shown) label(context, degreeWords(longitude, 'longitude'), ...shown, 'center', colours)
  }
  const { west, east } = degreesOf(frame)
  const along = east - west > 350 ? 45 : (west + east) / 2
  for (const latitude of parallels) {
    const at = toPixel(frame, ...projected(projection, along, latitude))
    if (isInside(at, size, 30)) label(context, degreeWords(latitude, 'latitude'), ...at, 'center', colours)
  }
}

const isInside = ([x, y]: readonly [number, number], [width, height]: readonly [number, number], margin: number) =>
  x > margin && y > margin && x < width - margin && y < height - margin

/** Returns the point slightly inside the edge where a ray from the pole leaves the view. Null when the ray misses the view. */
function leavingPoint(
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
  [width, height]: readonly [number, number]
): [number, number] | null {
  const margin = 22
  const ways = [(margin - x) / dx, (width - margin - x) / dx, (margin - y) / dy, (height - margin - y) / dy]
  const reached = ways
    .filter(way => Number.isFinite(way) && way > 0)
    .map((way): [number, number] => [x + dx * way, y + dy * way])
    .filter(point => isInside(point, [width, height], margin - 1))
  return reached.toSorted((a, b) => Math.hypot(b[0] - x, b[1] - y) - Math.hypot(a[0] - x, a[1] - y))[0] ?? null
}

function label(context: Context, words: string, x: number, y: number, align: CanvasTextAlign, { of }: ChartColours) {
  context.textAlign = align
  context.textBaseline = 'middle'
  context.strokeStyle = of.surface
  context.globalAlpha = 0.75
  context.lineWidth = 3
  context.strokeText(words, x, y)
  context.globalAlpha = 1
  context.fillStyle = of['text-2']
  context.fillText(words, x, y)
}
