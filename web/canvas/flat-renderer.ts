import type { Shape } from '../../shared/contracts/shapes.ts'
import { paintPicture } from '../imagery/picture-painter.ts'
import { asFilter } from './corrections.ts'
import { spacingOf, symbolShare } from './detail.ts'
import type { Frame, Renderer } from './frame.ts'
import { filledBit } from './look.ts'
import { pointRadiusPx } from './shape-set.ts'
import { kindOf } from './shapes/kinds.ts'

type Context = CanvasRenderingContext2D

const casing = 'oklch(18% 0.02 232 / 0.75)'
/** Maximum number of shapes in one path. Longer paths slow the browser down. */
const mostInPath = 200
/** Size in CSS pixels below which a shape is drawn as a dot. */
const dotPx = 3
const dashes = [[], [7, 4], [2, 3], []] as const

/** Renderer without WebGL. It draws on a separate 2D canvas. */
export function flatRenderer(): Renderer {
  const surface = document.createElement('canvas')
  const context = surface.getContext('2d') as Context
  const hasFilters = 'filter' in context

  return {
    surface,
    paint(frame: Frame) {
      const { view, ratio, viewport, shapes } = frame
      const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)]
      if (surface.width !== width || surface.height !== height) [surface.width, surface.height] = [width, height]
      if (hasFilters) context.filter = asFilter(frame.corrections, hasFilters).filter
      paintPicture(context, frame)
      if (hasFilters) context.filter = 'none'
      const scale = viewport.scale * ratio
      context.setTransform(scale, 0, 0, scale, width / 2 - viewport.centerX * scale, height / 2 - viewport.centerY * scale)
      const [halfWidth, halfHeight] = [view.width / 2 + pointRadiusPx, view.height / 2 + pointRadiusPx]
      const part = {
        left: viewport.centerX - halfWidth / viewport.scale,
        top: viewport.centerY - halfHeight / viewport.scale,
        right: viewport.centerX + halfWidth / viewport.scale,
        bottom: viewport.centerY + halfHeight / viewport.scale
      }
      const pixel = symbolShare(spacingOf(shapes.count, frame.media) * viewport.scale) / viewport.scale
      for (const [look, slots] of byLook(shapes.seen(part), shapes.looks)) {
        paintAlike(context, look, pixel, slots, slot => shapes.shapes[slot], shapes.boxes)
      }
      return { hasAllTiles: true, hasAllShapes: true }
    },
    buildAhead: () => false,
    forget: () => {},
    undone: corrections => asFilter(corrections, hasFilters).undone,
    close: () => {}
  }
}

/** Slots grouped by their packed look, in drawing order. */
function byLook(slots: readonly number[], looks: Uint8Array): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const slot of slots) {
    const at = slot * 4
    const look = (looks[at] ?? 0) * 2 ** 24 + ((looks[at + 1] ?? 0) << 16) + ((looks[at + 2] ?? 0) << 8) + (looks[at + 3] ?? 0)
    const group = groups.get(look)
    if (group) group.push(slot)
    else groups.set(look, [slot])
  }
  return groups
}

function paintAlike(
  context: Context,
  look: number,
  pixel: number,
  slots: readonly number[],
  shapeOf: (slot: number) => Shape | undefined,
  boxes: Float64Array
): void {
  const style = look & 255
  const stroke = style & 3
  const colour = `rgb(${Math.floor(look / 2 ** 24)} ${(look >>> 16) & 255} ${(look >>> 8) & 255}`
  const drawn: Shape[] = []
  context.fillStyle = `${colour})`
  for (const slot of slots) {
    const shape = shapeOf(slot)
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(slot * 4, slot * 4 + 4)
    const side = Math.max(right - left, bottom - top)
    if (!shape) continue
    if (shape.kind !== 'point' && side < dotPx * pixel) {
      const half = Math.max(side / 2, pixel)
      context.fillRect((left + right) / 2 - half, (top + bottom) / 2 - half, 2 * half, 2 * half)
    } else drawn.push(shape)
  }
  for (let from = 0; from < drawn.length; from += mostInPath) {
    const some = drawn.slice(from, from + mostInPath)
    context.beginPath()
    for (const shape of some) trace(context, shape, pixel)
    context.strokeStyle = casing
    context.setLineDash([])
    context.lineWidth = (stroke === 3 ? 7 : 4) * pixel
    context.stroke()
    context.strokeStyle = `${colour})`
    context.setLineDash((dashes[stroke] ?? []).map(length => length * pixel))
    context.lineWidth = (stroke === 3 ? 5 : 2) * pixel
    context.stroke()
    if (stroke === 3) {
      context.strokeStyle = casing
      context.lineWidth = 2 * pixel
      context.stroke()
    }
    if (!(style & filledBit)) continue
    context.fillStyle = `${colour} / 0.2)`
    for (const shape of some) {
      const kind = kindOf(shape)
      if (!kind.hasArea) continue
      context.beginPath()
      kind.draw(shape, context)
      context.fill('evenodd')
    }
  }
  context.setLineDash([])
}

/** Adds a shape to the current path, in pixels of the picture. @param pixel unit of line width and point radius, in pixels of the picture */
function trace(context: Context, shape: Shape, pixel: number): void {
  if (shape.kind !== 'point') {
    kindOf(shape).draw(shape, context)
    return
  }
  const { x, y } = shape
  for (const radius of [(pointRadiusPx - 1) * pixel, pixel / 2]) {
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
}
