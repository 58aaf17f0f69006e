import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox, isInRing, outline, type Vertex } from '../../../../shared/geometry/outline.ts'
import type { Surface } from '../../../../web/canvas/tools/surface.ts'
import type { ToolEvent, ToolEventType } from '../../../../web/canvas/tools/tool-event.ts'
import { type MediaPoint, toMedia, type Viewport } from '../../../../web/imagery/viewport.ts'
import type { seeded } from '../../../support/datasets.ts'

export const picture = { width: 4000, height: 3000 }

type Random = ReturnType<typeof seeded>

/** Draws a shape of any kind inside the picture, with an area or a length. */
export function anyShape(random: Random, kind?: Shape['kind']): Shape {
  const chosen = kind ?? random.one(['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon'] as const)
  const size = random.between(2, 600)
  const [x, y] = [random.between(2 * size, picture.width - 2 * size), random.between(2 * size, picture.height - 2 * size)]
  switch (chosen) {
    case 'point':
      return { kind: chosen, x, y }
    case 'box':
      return { kind: chosen, x, y, width: size, height: random.between(1, size) }
    case 'rotatedBox':
      return { kind: chosen, x, y, width: size, height: random.between(1, size), rotation: random.between(-180, 180) }
    case 'circle':
      return { kind: chosen, x, y, radius: size }
    case 'ellipse':
      return { kind: chosen, x, y, radiusX: size, radiusY: random.between(1, size), rotation: random.between(-180, 180) }
    case 'line':
      return { kind: chosen, points: ring(random, x, y, size).slice(0, random.whole(2, 5)) }
    case 'polygon': {
      const points = ring(random, x, y, size)
      const hole = points.map(([px, py]): Vertex => [x + (px - x) / 3, y + (py - y) / 3])
      return { kind: chosen, points, ...(random.next() < 0.4 && { holes: [hole] }) }
    }
  }
}

/** Draws a star-shaped ring: every vertex is visible from the middle, so it never crosses itself. */
export function ring(random: Random, x: number, y: number, size: number): Vertex[] {
  const corners = random.whole(5, 14)
  return Array.from({ length: corners }, (_, index): Vertex => {
    const angle = (2 * Math.PI * (index + random.between(0, 0.8))) / corners
    const away = size * random.between(0.5, 1)
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)]
  })
}

export interface Keys {
  shift?: boolean
  alt?: boolean
}

/** Builds an event at a place of the picture, which is shown at a scale with its first pixel in the corner of the canvas. */
export function eventAt(type: ToolEventType, x: number, y: number, { shift = false, alt = false }: Keys = {}, scale = 1): ToolEvent {
  return { type, at: { x, y } as MediaPoint, screen: { x: x * scale, y: y * scale }, shift, alt, reachPx: 8 }
}

/** A canvas without pixels: shapes by id, the uppermost last, found by brute force. */
export class TestSurface implements Surface {
  viewport: Viewport = { centerX: 500, centerY: 400, scale: 1 }
  view = { width: 1000, height: 800 }
  readonly shapes = new Map<string, Shape>()
  readonly pans: [number, number][] = []
  paints = 0

  shapeOf(id: string): Shape | undefined {
    return this.shapes.get(id)
  }

  pick(at: { x: number; y: number }, reachPx: number): string[] {
    const { x, y } = toMedia(this.viewport, this.view, at)
    const reach = reachPx / this.viewport.scale
    return [...this.shapes].flatMap(([id, shape]) => (awayFrom(shape, x, y) <= reach ? [id] : [])).reverse()
  }

  within({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): string[] {
    return [...this.shapes].flatMap(([id, shape]) => {
      const { x, y, width, height } = enclosingBox(shape)
      return x >= left && y >= top && x + width <= right && y + height <= bottom ? [id] : []
    })
  }

  requestPaint(): void {
    this.paints += 1
  }

  zoomAt(_at: { x: number; y: number }, factor: number): void {
    this.viewport = { ...this.viewport, scale: this.viewport.scale * factor }
  }

  pan(dx: number, dy: number): void {
    this.pans.push([dx, dy])
    const { scale } = this.viewport
    this.viewport = { ...this.viewport, centerX: this.viewport.centerX - dx / scale, centerY: this.viewport.centerY - dy / scale }
  }

  /** @param x in CSS pixels of the canvas, which equal those of the picture until the view moves */
  event(type: ToolEventType, x: number, y: number, { shift = false, alt = false }: Keys = {}): ToolEvent {
    const screen = { x, y }
    return { type, at: toMedia(this.viewport, this.view, screen), screen, shift, alt, reachPx: 8 }
  }
}

/** Distance to a shape; 0 inside a shape with an area. */
function awayFrom(shape: Shape, x: number, y: number): number {
  const points = outline(shape)
  if (shape.kind !== 'line' && shape.kind !== 'point' && isInRing(x, y, points)) return 0
  const closed = shape.kind === 'line' ? points : [...points, ...points.slice(0, 1)]
  return Math.min(...closed.map((point, index) => distanceToEdge([x, y], point, closed[index + 1] ?? point)))
}

export function distanceToEdge([x, y]: Vertex, [ax, ay]: Vertex, [bx, by]: Vertex): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2
  const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1)
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}
