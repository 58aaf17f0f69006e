import type { Box, Circle, Ellipse, RotatedBox, Shape } from '../../../shared/contracts/shapes.ts'
import { axisEnds, corners, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import { inPicture, roomFor } from './picture-bounds.ts'

interface Place {
  x: number
  y: number
}

/** What a shape is edited by, at a place in pixels of the picture. */
export type Handle = Place &
  (
    | {
        /** Corners clockwise from the top left one of the unrotated box; edges from the top one. */
        kind: 'corner' | 'edge'
        index: number
      }
    | {
        /** In the order of `axisEnds`. */
        kind: 'radius'
        index: number
      }
    | {
        kind: 'rotate'
        /** Degrees of its direction from the centre, less the shape's rotation. */
        direction: number
      }
    | {
        /** A midpoint lies on the edge from the vertex `index` to the next one. Ring 0 is the outline or the line, the holes follow. */
        kind: 'midpoint'
        ring: number
        index: number
      }
    | {
        kind: 'vertex'
        ring: number
        index: number
      }
  )

export interface HandleOptions {
  picture: Size
  /** Pixels of the picture per CSS pixel. */
  pixel: number
}

export interface DragOptions {
  /** Corners and edges keep the ratio of the sides, radii of an ellipse theirs; turning goes in steps of 15°. */
  keepRatio: boolean
  /** Corners and edges are dragged about the centre. */
  fromCentre: boolean
  picture: Size
}

const rotateHandlePx = 26
/** An edge shorter than this has no room for a handle in its middle, in CSS pixels. */
const shortestSplitPx = 32
const turnStep = 15
/** A drag leaves a side or a radius at least this long, in pixels of the picture: a shape does not vanish under the pointer. */
const leastSide = 0.5
const mostVertices = 10_000

export function handlesOf(shape: Shape, { picture, pixel }: HandleOptions): Handle[] {
  switch (shape.kind) {
    case 'point':
      return []
    case 'box':
    case 'rotatedBox': {
      const places = corners(shape)
      const handles: Handle[] = places.map(([x, y], index) => ({ kind: 'corner', index, x, y }))
      for (const [index, corner] of places.entries())
        handles.push({ kind: 'edge', index, ...middle(corner, places[(index + 1) % 4] ?? corner) })
      return shape.kind === 'box' ? handles : [...handles, rotateHandle(shape, shape.width / 2, shape.height / 2, picture, pixel)]
    }
    case 'circle':
      return axisEnds(asEllipse(shape)).map(([x, y], index) => ({ kind: 'radius', index, x, y }))
    case 'ellipse': {
      const radii = axisEnds(shape).map(([x, y], index): Handle => ({ kind: 'radius', index, x, y }))
      return [...radii, rotateHandle(shape, shape.radiusX, shape.radiusY, picture, pixel)]
    }
    case 'line':
      return ringHandles(shape.points, 0, false, pixel)
    case 'polygon':
      return [shape.points, ...(shape.holes ?? [])].flatMap((ring, index) => ringHandles(ring, index, true, pixel))
  }
}

const middle = (a: Vertex, b: Vertex) => ({ x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2 })
const asEllipse = ({ x, y, radius }: Circle): Ellipse => ({ kind: 'ellipse', x, y, radiusX: radius, radiusY: radius, rotation: 0 })

function ringHandles(points: readonly Vertex[], ring: number, isClosed: boolean, pixel: number): Handle[] {
  const handles: Handle[] = points.map(([x, y], index) => ({ kind: 'vertex', ring, index, x, y }))
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? (isClosed ? points[0] : undefined)
    if (to && Math.hypot(to[0] - from[0], to[1] - from[1]) >= shortestSplitPx * pixel)
      handles.push({ kind: 'midpoint', ring, index, ...middle(from, to) })
  }
  return handles
}

/** Above the shape as it stands, or on the first of its other sides that leaves the handle in the picture. */
function rotateHandle(shape: RotatedBox | Ellipse, halfWidth: number, halfHeight: number, picture: Size, pixel: number): Handle {
  const away = rotateHandlePx * pixel
  const handles = [-90, 90, 180, 0].map(direction => {
    const reach = away + (direction % 180 === 0 ? halfWidth : halfHeight)
    const [dx, dy] = turned(reach, 0, direction + shape.rotation)
    return { kind: 'rotate' as const, direction, x: shape.x + dx, y: shape.y + dy }
  })
  const seen = handles.find(({ x, y }) => x >= 0 && y >= 0 && x <= picture.width && y <= picture.height)
  return seen ?? (handles[0] as Handle)
}

/** Clockwise as seen on the screen, degrees. */
function turned(dx: number, dy: number, rotation: number): Vertex {
  const angle = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [dx * cos - dy * sin, dx * sin + dy * cos]
}

/**
 * The shape after one of its handles was dragged to a place. It stays in the picture: a vertex, and the side of an upright box, follow
 * the pointer along the edge; anything else stops where it meets it. A midpoint becomes a vertex.
 * It stays a shape of the contract; whether it still has an area is for `checked` to say, once, at the end.
 */
export function dragged(shape: Shape, handle: Handle, to: Place, options: DragOptions): Shape {
  const { keepRatio, picture } = options
  const asFarAs = (goal: Place, shapeAt: (end: Place) => Shape) =>
    roomFor(picture, share => {
      if (share === 0) return shape
      return shapeAt({ x: handle.x + share * (goal.x - handle.x), y: handle.y + share * (goal.y - handle.y) })
    })
  switch (shape.kind) {
    case 'point':
      return shape
    case 'box': {
      if (handle.kind !== 'corner' && handle.kind !== 'edge') return shape
      const [x, y] = inPicture(to, picture)
      return asFarAs({ x, y }, end => boxOf(resized(frameOf(shape), handle, end, options)))
    }
    case 'rotatedBox':
      if (handle.kind === 'rotate') return asFarAs(to, end => ({ ...shape, rotation: rotationTo(shape, handle, end, keepRatio) }))
      if (handle.kind !== 'corner' && handle.kind !== 'edge') return shape
      return asFarAs(to, end => ({ ...shape, ...resized(shape, handle, end, options) }))
    case 'circle':
      if (handle.kind !== 'radius') return shape
      return asFarAs(to, end => ({ ...shape, radius: Math.max(Math.hypot(end.x - shape.x, end.y - shape.y), leastSide) }))
    case 'ellipse':
      if (handle.kind === 'rotate') return asFarAs(to, end => ({ ...shape, rotation: rotationTo(shape, handle, end, keepRatio) }))
      if (handle.kind !== 'radius') return shape
      return asFarAs(to, end => withRadius(shape, handle.index < 2, end, keepRatio))
    case 'line':
    case 'polygon': {
      if (handle.kind !== 'vertex' && handle.kind !== 'midpoint') return shape
      const vertex = inPicture(to, picture)
      const changed = (points: readonly Vertex[]): Vertex[] => {
        if (handle.kind === 'vertex') return points.with(handle.index, vertex)
        return points.length >= mostVertices ? [...points] : points.toSpliced(handle.index + 1, 0, vertex)
      }
      if (shape.kind === 'line' || handle.ring === 0) return { ...shape, points: changed(shape.points) }
      return { ...shape, holes: (shape.holes ?? []).map((hole, at) => (at === handle.ring - 1 ? changed(hole) : hole)) }
    }
  }
}

/** A box about its centre. */
type Frame = Pick<RotatedBox, 'x' | 'y' | 'width' | 'height' | 'rotation'>

const frameOf = ({ x, y, width, height }: Box): Frame => ({ x: x + width / 2, y: y + height / 2, width, height, rotation: 0 })
const boxOf = ({ x, y, width, height }: Frame): Box => ({ kind: 'box', x: x - width / 2, y: y - height / 2, width, height })

/** Which way a handle lies from the centre: right and down are 1. */
const cornerWays: readonly Vertex[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1]
]
const edgeWays: readonly Vertex[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0]
]

/** In the frame's own axes, so that a turned box keeps its turn. Dragged past the side that stands still, the box turns over. */
function resized(frame: Frame, { kind, index }: { kind: 'corner' | 'edge'; index: number }, to: Place, options: DragOptions): Frame {
  const { keepRatio, fromCentre } = options
  const [wayX, wayY] = (kind === 'corner' ? cornerWays : edgeWays)[index] ?? [0, 0]
  const [toX, toY] = turned(to.x - frame.x, to.y - frame.y, -frame.rotation)
  const along = (way: number, at: number, length: number) => {
    if (way === 0) return { length, way }
    const reach = fromCentre ? 2 * at : at + (way * length) / 2
    return { length: Math.max(Math.abs(reach), leastSide), way: Math.abs(reach) < leastSide ? way : Math.sign(reach) }
  }
  const [x, y] = [along(wayX, toX, frame.width), along(wayY, toY, frame.height)]
  if (keepRatio) {
    const factor = Math.max(wayX === 0 ? 0 : x.length / frame.width, wayY === 0 ? 0 : y.length / frame.height)
    x.length = factor * frame.width
    y.length = factor * frame.height
  }
  const shift = (before: number, after: number, way: number, now: number) => (fromCentre ? 0 : (now * after - way * before) / 2)
  const [dx, dy] = turned(shift(frame.width, x.length, wayX, x.way), shift(frame.height, y.length, wayY, y.way), frame.rotation)
  return { ...frame, x: frame.x + dx, y: frame.y + dy, width: x.length, height: y.length }
}

function withRadius(ellipse: Ellipse, isFirst: boolean, to: Place, keepRatio: boolean): Ellipse {
  const [alongX, alongY] = turned(to.x - ellipse.x, to.y - ellipse.y, -ellipse.rotation)
  const before = isFirst ? ellipse.radiusX : ellipse.radiusY
  const after = Math.max(Math.abs(isFirst ? alongX : alongY), leastSide)
  if (keepRatio) return { ...ellipse, radiusX: (ellipse.radiusX * after) / before, radiusY: (ellipse.radiusY * after) / before }
  return isFirst ? { ...ellipse, radiusX: after } : { ...ellipse, radiusY: after }
}

/** In degrees, above -180 and up to 180. */
function rotationTo(shape: RotatedBox | Ellipse, { direction }: { direction: number }, to: Place, inSteps: boolean): number {
  const angle = (Math.atan2(to.y - shape.y, to.x - shape.x) * 180) / Math.PI - direction
  const rotation = inSteps ? Math.round(angle / turnStep) * turnStep : angle
  return 180 - ((((180 - rotation) % 360) + 360) % 360)
}
