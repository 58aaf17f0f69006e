import type { Shape } from '../../../shared/contracts/shapes.ts'
import { outline, shapeArea, type Vertex } from '../../../shared/geometry/outline.ts'
import type { MediaPoint, ScreenPoint, Size } from '../../imagery/viewport.ts'
import { formatArea, formatLength, measuresOf } from '../measures.ts'
import type { Handle } from '../shapes/handle.ts'
import { kindOf } from '../shapes/kinds.ts'
import type { Surface } from './surface.ts'
import type { Toolbox, ToolboxState } from './toolbox.ts'

type Context = CanvasRenderingContext2D
type Project = (point: MediaPoint) => ScreenPoint

export interface OverlayOptions {
  toolbox: Toolbox
  surface: Pick<Surface, 'viewport' | 'shapeOf'>
  /** Size of a pixel of the picture in metres; null when it is unknown. */
  metersPerPixel: () => number | null
  /** Laser points, or the two ends of a known length, while the scale is being set. */
  scaleMarks?: () => readonly Vertex[]
}

/** Colour of people's work, on a dark casing that is visible on sand, water and coral. Pictures have a dark background in both themes. */
const ink = 'oklch(78% 0.095 205)'
const casing = 'oklch(18% 0.02 232 / 0.75)'
const paper = 'oklch(98% 0.004 200)'
const font = '500 12px "Atkinson Hyperlegible Next Variable", system-ui, sans-serif'

/** Creates the painter of the tools' overlay above picture and shapes. Sizes are in CSS pixels at any zoom. */
export function overlayPainter({ toolbox, surface, metersPerPixel, scaleMarks }: OverlayOptions) {
  return (context: Context, project: Project, ratio: number): boolean => {
    const { state } = toolbox
    if (isAtRest(state) && !scaleMarks?.().length) return false
    const pen = { context, project, scale: surface.viewport.scale }
    context.save()
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.lineJoin = 'round'
    context.lineCap = 'round'
    const edited = new Set(state.preview.map(({ id }) => id))
    for (const id of state.selected) {
      const shape = edited.has(id) ? null : surface.shapeOf(id)
      if (shape) strokeShape(pen, shape)
    }
    for (const { shape } of state.preview) strokeShape(pen, shape)
    paintHandles(pen, toolbox.handles(), state.handle)
    if (scaleMarks) paintScaleMarks(pen, scaleMarks())
    for (const shape of state.others) strokeShape(pen, shape)
    if (state.draft) paintDraft(pen, state.draft, state.placed, state.tool === 'polygon' || state.tool === 'hole')
    if (state.lasso) {
      const { left, top, right, bottom } = state.lasso
      const points = outline({ kind: 'box', x: left, y: top, width: right - left, height: bottom - top })
      stroke(context, () => trace(pen, points, true), [6, 5])
    }
    if (state.snap) paintSnap(pen, state.snap)
    if (state.crosshair) paintCrosshair(pen, state.crosshair)
    const [only, ...more] = state.draft ? [state.draft] : state.preview.map(({ shape }) => shape)
    if (only && more.length === 0)
      paintMeasures(pen, only, metersPerPixel(), { width: context.canvas.width / ratio, height: context.canvas.height / ratio })
    context.restore()
    return true
  }
}

/** True when there is nothing to paint: no selection, edit, draft, rectangle, snap or crosshair. */
const isAtRest = ({ selected, preview, draft, lasso, snap, crosshair }: ToolboxState): boolean =>
  selected.length + preview.length === 0 && !draft && !lasso && !snap && !crosshair

interface Pen {
  context: Context
  project: Project
  /** CSS pixels per pixel of the picture. */
  scale: number
}

const screenOf = ({ project }: Pen, x: number, y: number) => project({ x, y } as MediaPoint)

/** Strokes a path with 2 px of colour on 4 px of casing. */
function stroke(context: Context, path: () => void, dash: number[] = []): void {
  for (const [color, width, pattern] of [
    [casing, 4, []],
    [ink, 2, dash]
  ] as const) {
    context.beginPath()
    path()
    context.setLineDash([...pattern])
    context.strokeStyle = color
    context.lineWidth = width
    context.stroke()
  }
  context.setLineDash([])
}

function strokeShape(pen: Pen, shape: Shape): void {
  stroke(pen.context, () => traceShape(pen, shape))
}

function traceShape(pen: Pen, shape: Shape): void {
  const { context, scale } = pen
  if (shape.kind === 'point') {
    const { x, y } = screenOf(pen, shape.x, shape.y)
    context.moveTo(x + 8, y)
    context.arc(x, y, 8, 0, 2 * Math.PI)
    return
  }
  kindOf(shape).draw(shape, {
    moveTo(x, y) {
      const at = screenOf(pen, x, y)
      context.moveTo(at.x, at.y)
    },
    lineTo(x, y) {
      const at = screenOf(pen, x, y)
      context.lineTo(at.x, at.y)
    },
    closePath: () => context.closePath(),
    ellipse(x, y, radiusX, radiusY, rotation, start, end) {
      const at = screenOf(pen, x, y)
      context.ellipse(at.x, at.y, radiusX * scale, radiusY * scale, rotation, start, end)
    }
  })
}

function trace(pen: Pen, points: readonly Vertex[], isClosed: boolean): void {
  for (const [index, point] of points.entries()) {
    const { x, y } = screenOf(pen, ...point)
    if (index === 0) pen.context.moveTo(x, y)
    else pen.context.lineTo(x, y)
  }
  if (isClosed) pen.context.closePath()
}

/** Minimum distance between two painted vertices, in CSS pixels. Closer ones are not painted, but can still be dragged. */
const nearestVertexPx = 7

function paintHandles(pen: Pen, handles: readonly Handle[], current: Handle | null): void {
  let last: ScreenPoint | null = null
  for (const handle of handles) {
    const at = screenOf(pen, handle.x, handle.y)
    const isHidden = handle.kind === 'vertex' && last !== null && Math.hypot(at.x - last.x, at.y - last.y) < nearestVertexPx
    const isCurrent = current !== null && isSame(handle, current)
    if (isHidden && !isCurrent) continue
    if (handle.kind === 'vertex') last = at
    paintHandle(pen.context, at, handle.kind, isCurrent)
  }
}

/**
 * Paints a handle. A square resizes a side or corner, and a dot moves a vertex or radius.
 * A small dot is the midpoint of an edge. A ring rotates.
 */
function paintHandle(context: Context, { x, y }: ScreenPoint, kind: Handle['kind'], isCurrent: boolean): void {
  context.beginPath()
  if (kind === 'corner' || kind === 'edge') {
    const half = kind === 'corner' ? 4.5 : 3.5
    context.rect(x - half, y - half, 2 * half, 2 * half)
  } else context.arc(x, y, { radius: 4.5, rotate: 5.5, vertex: 4, midpoint: 2.5 }[kind], 0, 2 * Math.PI)
  context.fillStyle = isCurrent ? ink : kind === 'rotate' ? casing : paper
  context.fill()
  context.lineWidth = isCurrent ? 2 : 1.5
  context.strokeStyle = kind === 'rotate' && !isCurrent ? paper : casing
  context.stroke()
}

function isSame(a: Handle, b: Handle): boolean {
  if (a.kind === 'rotate' || b.kind === 'rotate') return a.kind === b.kind
  return a.kind === b.kind && a.index === b.index && ringOf(a) === ringOf(b)
}

const ringOf = (handle: Handle) => ('ring' in handle ? handle.ring : 0)

function paintDraft(pen: Pen, draft: Shape, placed: readonly Vertex[], closes: boolean): void {
  strokeShape(pen, draft)
  for (const [index, vertex] of placed.entries()) {
    const { x, y } = screenOf(pen, ...vertex)
    const isTarget = closes && index === 0 && placed.length >= 3
    pen.context.beginPath()
    pen.context.arc(x, y, isTarget ? 6 : 3.5, 0, 2 * Math.PI)
    pen.context.fillStyle = isTarget ? ink : paper
    pen.context.fill()
    pen.context.lineWidth = 1.5
    pen.context.strokeStyle = casing
    pen.context.stroke()
  }
}

/** Paints an open ring around each scale mark. A dashed line joins the rings. */
function paintScaleMarks(pen: Pen, marks: readonly Vertex[]): void {
  if (marks.length > 1) stroke(pen.context, () => trace(pen, marks, marks.length > 2), [2, 6])
  stroke(pen.context, () => {
    for (const mark of marks) {
      const { x, y } = screenOf(pen, ...mark)
      pen.context.moveTo(x + 9, y)
      pen.context.arc(x, y, 9, 0, 2 * Math.PI)
    }
  })
}

/** Paints the marker of a snap: a square on a vertex, a circle on an edge. */
function paintSnap(pen: Pen, snap: { x: number; y: number; to: 'vertex' | 'edge' }): void {
  const { x, y } = screenOf(pen, snap.x, snap.y)
  stroke(pen.context, () => {
    if (snap.to === 'vertex') pen.context.rect(x - 6, y - 6, 12, 12)
    else pen.context.arc(x, y, 6, 0, 2 * Math.PI)
  })
}

/** Paints the crosshair, with a gap at its centre. */
function paintCrosshair(pen: Pen, at: MediaPoint): void {
  const { x, y } = screenOf(pen, at.x, at.y)
  stroke(pen.context, () => {
    for (const [right, down] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1]
    ] as const) {
      pen.context.moveTo(x + 4 * right, y + 4 * down)
      pen.context.lineTo(x + 16 * right, y + 16 * down)
    }
  })
}

function paintMeasures(pen: Pen, shape: Shape, metersPerPixel: number | null, view: Size): void {
  const { context } = pen
  const text = measureText(shape, metersPerPixel)
  const points = outline(shape).map(([x, y]) => screenOf(pen, x, y))
  // beside the pointer for a line, below the shape for everything else
  const at =
    kindOf(shape).headline === 'length'
      ? points.at(-1)
      : points.reduce((low, point) => (point.y > low.y ? point : low), { x: 0, y: -Infinity })
  if (!text || !at) return
  context.font = font
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const [width, height] = [context.measureText(text).width + 12, 20]
  const [left, top] = [inView(at.x + 12, width, view.width), inView(at.y + 12, height, view.height)]
  context.beginPath()
  context.roundRect(left, top, width, height, 4)
  context.fillStyle = casing
  context.fill()
  context.fillStyle = paper
  context.fillText(text, left + 6, top + 10.5)
}

const inView = (at: number, length: number, size: number) => Math.max(4, Math.min(at, size - length - 4))

/** Measurement of the shape that is being drawn or edited: its length, diameter or area; null for a point. */
function measureText(shape: Shape, metersPerPixel: number | null): string | null {
  const measures = measuresOf(shape, metersPerPixel, shapeArea(shape))
  const { headline } = kindOf(shape)
  if (headline === 'area') return measures.area && formatArea(measures.area)
  const length = measures[headline]
  return length && `${headline === 'diameter' ? '⌀ ' : ''}${formatLength(length)}`
}
