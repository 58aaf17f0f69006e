import type { MapGridCell } from '../../../../shared/contracts/map.ts'
import { type MapProjection, projected } from '../../../../shared/geometry/map-projections.ts'
import { depthPosition, depthStops } from '../../../charts/depth-scale.ts'
import type { PlacedSite } from './chart-data.ts'
import type { ChartColours } from './colours.ts'
import { type ChartFrame, toPixel, worldShifts } from './pixels.ts'
import { isPolar, polarEdge, sideOf, zoomOf } from './views.ts'

type Context = CanvasRenderingContext2D

/** Number of steps in the depth ramp for points. */
const bins = 28
const noDepth = bins

/** Returns the step of the depth ramp for a depth in centimetres. */
export const depthBin = (centimeters: number | null): number =>
  centimeters === null ? noDepth : Math.min(bins - 1, Math.floor(depthPosition(centimeters / 100, 11_000) * bins))

/** Radius of a point in pixels. */
const pointRadius = (zoom: number) => Math.max(2.6, Math.min(5, 1.6 + zoom * 0.35))

export interface DrawnPoints {
  coordinates: Float64Array
  bins: Uint8Array
}

/** Paints images as dots in the colour of their depth. Coinciding dots of the same colour are drawn once. */
export function paintPoints(context: Context, frame: ChartFrame, points: DrawnPoints, colours: ChartColours): void {
  const { size, projection, resolution, pixelRatio } = frame
  const radius = pointRadius(zoomOf(projection, resolution))
  const sprites = spritesFor(radius, pixelRatio, colours)
  const columns = Math.ceil(size[0]) + 1
  const taken = new Uint8Array(columns * (Math.ceil(size[1]) + 1))
  const reach = sprites[0]!.width / pixelRatio / 2
  const { coordinates } = points
  for (const shift of worldShifts(frame))
    for (let index = 0; index < points.bins.length; index++) {
      const [x, y] = toPixel(frame, coordinates[2 * index]! + shift, coordinates[2 * index + 1]!)
      if (!(x > 0 && y > 0 && x < size[0] && y < size[1])) continue
      const bin = points.bins[index]!
      const at = Math.floor(y) * columns + Math.floor(x)
      if (taken[at] === bin + 1) continue
      taken[at] = bin + 1
      context.drawImage(sprites[bin]!, x - reach, y - reach, 2 * reach, 2 * reach)
    }
}

let kept: { key: string; sprites: HTMLCanvasElement[] } | null = null

function spritesFor(radius: number, pixelRatio: number, colours: ChartColours): HTMLCanvasElement[] {
  const key = `${radius.toFixed(1)} ${pixelRatio} ${colours.of.bg} ${colours.of.text}`
  if (kept?.key === key) return kept.sprites
  const side = Math.ceil(2 * (radius + 2) * pixelRatio)
  const sprites = Array.from({ length: bins + 1 }, (_, bin) => {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d')
    if (!context) return canvas
    context.arc(side / 2, side / 2, radius * pixelRatio, 0, 2 * Math.PI)
    context.fillStyle = bin === noDepth ? colours.of['line-strong'] : rampColour(bin, colours)
    context.fill()
    context.globalAlpha = 0.8
    context.lineWidth = 0.9 * pixelRatio
    context.strokeStyle = colours.of.text
    context.stroke()
    return canvas
  })
  kept = { key, sprites }
  return sprites
}

/** Returns the colour of a step, interpolated between two stops of the ramp. */
function rampColour(bin: number, { depths }: ChartColours): string {
  const at = ((bin + 0.5) / bins) * (depthStops(11_000).length - 1)
  const lower = Math.min(depths.length - 2, Math.floor(at))
  return `color-mix(in oklch, ${depths[lower]}, ${depths[lower + 1]} ${Math.round((at - lower) * 100)}%)`
}

/** Paints records with a generalised position as grid cells with a dashed outline, and their count where it fits. */
export function paintCells(context: Context, frame: ChartFrame, cells: readonly MapGridCell[], colours: ChartColours): void {
  for (const shift of worldShifts(frame))
    for (const cell of cells) {
      const corners = cellCorners(cell, frame.projection).map(([x, y]) => toPixel(frame, x + shift, y))
      const xs = corners.map(([x]) => x)
      const ys = corners.map(([, y]) => y)
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      if (right < 0 || bottom < 0 || left > frame.size[0] || top > frame.size[1]) continue
      context.save()
      context.beginPath()
      if (right - left < 7) context.rect((left + right) / 2 - 3.5, (top + bottom) / 2 - 3.5, 7, 7)
      else for (const [index, corner] of corners.entries()) index === 0 ? context.moveTo(...corner) : context.lineTo(...corner)
      context.closePath()
      context.fillStyle = colours.of.primary
      context.globalAlpha = 0.22
      context.fill()
      context.globalAlpha = 0.9
      context.strokeStyle = colours.of.primary
      context.setLineDash([3, 2])
      context.stroke()
      context.restore()
      if (right - left > 26) write(context, String(cell.count), (left + right) / 2, (top + bottom) / 2, colours, 'center')
    }
}

export function cellCorners(
  { decimalLongitude, decimalLatitude, sideInDegrees }: MapGridCell,
  projection: MapProjection
): [number, number][] {
  const half = sideInDegrees / 2
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1]
  ].map(([east = 0, north = 0]) =>
    projected(projection, decimalLongitude + east * half, Math.max(-90, Math.min(90, decimalLatitude + north * half)))
  )
}

/** Half the side length of a site symbol, in pixels. */
export const siteReach = 7

/** Paints each site as a ring with a dot, and its name where it fits. The selected site has priority. */
export function paintSites(
  context: Context,
  frame: ChartFrame,
  sites: readonly PlacedSite[],
  { selected, colours, names }: { selected: string | null; colours: ChartColours; names: boolean }
): void {
  const taken: [number, number, number, number][] = []
  const shown = sitePixels(frame, sites)
  for (const { site, x, y } of shown) {
    const isSelected = site.id === selected
    context.beginPath()
    context.arc(x, y, siteReach - 1, 0, 2 * Math.PI)
    context.fillStyle = colours.of.surface
    context.fill()
    context.lineWidth = isSelected ? 3 : 1.75
    context.strokeStyle = colours.of.primary
    context.stroke()
    context.beginPath()
    context.arc(x, y, 2.2, 0, 2 * Math.PI)
    context.fillStyle = colours.of.primary
    context.fill()
    taken.push([x - siteReach, y - siteReach, x + siteReach, y + siteReach])
  }
  if (!names) return
  context.font = `500 12px ${colours.font}`
  for (const { site, x, y } of shown.toSorted((a, b) => Number(b.site.id === selected) - Number(a.site.id === selected))) {
    const box: [number, number, number, number] = [x + 10, y - 8, x + 14 + context.measureText(site.name).width, y + 8]
    if (taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue
    taken.push(box)
    write(context, site.name, x + 11, y, colours, 'left')
  }
}

/** Returns the pixel positions of the visible sites, once for each repetition of the world. */
export function sitePixels(frame: ChartFrame, sites: readonly PlacedSite[]) {
  const { projection, size } = frame
  return worldShifts(frame).flatMap(shift =>
    sites.flatMap(({ site, longitude, latitude }) => {
      if (isPolar(projection) && sideOf(projection) * latitude < polarEdge) return []
      const [worldX, worldY] = projected(projection, longitude, latitude)
      const [x, y] = toPixel(frame, worldX + shift, worldY)
      return x > -20 && y > -20 && x < size[0] + 20 && y < size[1] + 20 ? [{ site, longitude, latitude, x, y }] : []
    })
  )
}

/** Paints a ring around a selected place. */
export function paintSelected(
  context: Context,
  frame: ChartFrame,
  { longitude, latitude }: { longitude: number; latitude: number },
  { of }: ChartColours
): void {
  const [worldX, worldY] = projected(frame.projection, longitude, latitude)
  for (const shift of worldShifts(frame)) {
    const [x, y] = toPixel(frame, worldX + shift, worldY)
    for (const [width, colour] of [
      [5, of.surface],
      [2.5, of.primary]
    ] as const) {
      context.beginPath()
      context.arc(x, y, 13, 0, 2 * Math.PI)
      context.lineWidth = width
      context.strokeStyle = colour
      context.stroke()
    }
  }
}

export function write(context: Context, words: string, x: number, y: number, { of }: ChartColours, align: CanvasTextAlign) {
  context.textAlign = align
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = of.surface
  context.globalAlpha = 0.85
  context.strokeText(words, x, y)
  context.globalAlpha = 1
  context.fillStyle = of.text
  context.fillText(words, x, y)
}
