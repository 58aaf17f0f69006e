import type { Polygon, Shape } from '../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../shared/geometry/area-on-image.ts'
import { clipRing } from '../../../shared/geometry/clip.ts'
import { crossesItself, Tangled } from '../../../shared/geometry/crossings.ts'
import { enclosingBox, type Rectangle, ringArea, type Vertex } from '../../../shared/geometry/outline.ts'
import { uncrossed } from '../../../shared/geometry/uncrossed.ts'
import type { ImageSize } from '../files/reading.ts'

export type Fitted = { shape: Shape; change: string | null } | { refusal: string }

const farthest = 1_000_000
const mostVertices = 10_000
/** Tolerance for rounding, in pixels. A shape that extends beyond the image by less than this is corrected without a finding. */
const roundingPx = 0.51

/** Fits a shape from a file to the shape contract. If the image size is known, the shape is clamped to the image. */
export function fitShape(shape: Shape, size: ImageSize | null): Fitted {
  const refusal = faultOf(shape)
  if (refusal) return { refusal }
  if (shape.kind === 'polygon') {
    const rounds = roundsOf(shape.points)
    if (rounds > 1) return fitOneRound(shape, rounds, size)
    const crosses = crossesItself(shape.points)
    if ((crosses || shape.holes?.length) && isTangled(shape)) return { refusal: tooTangled }
    if (crosses) return fitCrossed(shape, size)
  }
  const picture: Rectangle = size ? { x: 0, y: 0, ...size } : { x: 0, y: 0, width: farthest, height: farthest }
  const box = enclosingBox(shape)
  const beyond = Math.max(-box.x, -box.y, box.x + box.width - picture.width, box.y + box.height - picture.height)
  if (beyond <= 0) return { shape, change: null }
  const apart = box.x > picture.width || box.y > picture.height || box.x + box.width < 0 || box.y + box.height < 0
  const where = size ? `the image of ${size.width} × ${size.height} pixels` : 'the image'
  if (apart && beyond > roundingPx) return { refusal: `The ${nameOf(shape)} is outside ${where}` }
  const clamped = clamp(shape, picture)
  if (!clamped) return { refusal: `No part of the ${nameOf(shape)} is inside ${where}` }
  const change = clamped === shape || beyond <= roundingPx ? null : `The ${nameOf(shape)} extended beyond ${where}: it was cut at the edge`
  return { shape: clamped, change }
}

const tooTangled = 'The outline of the polygon crosses itself too often'

function isTangled(shape: Polygon): boolean {
  try {
    areaOnImage(shape, { width: farthest, height: farthest })
    return false
  } catch (error) {
    if (error instanceof Tangled) return true
    throw error
  }
}

/** Number of times a ring goes around its vertices. Some programs trace an outline twice. */
function roundsOf(ring: readonly Vertex[]): number {
  const repeatsAfter = (length: number) => ring.every(([x, y], at) => x === ring[at % length]?.[0] && y === ring[at % length]?.[1])
  for (let rounds = Math.floor(ring.length / 3); rounds > 1; rounds--)
    if (ring.length % rounds === 0 && repeatsAfter(ring.length / rounds)) return rounds
  return 1
}

function fitOneRound(shape: Polygon, rounds: number, size: ImageSize | null): Fitted {
  const fitted = fitShape({ ...shape, points: shape.points.slice(0, shape.points.length / rounds) }, size)
  return changedWith(`The outline of the polygon was traced ${rounds} times: one was kept`, fitted)
}

function changedWith(words: string, fitted: Fitted): Fitted {
  if ('refusal' in fitted) return fitted
  return { shape: fitted.shape, change: fitted.change ? `${words}. ${fitted.change}` : words }
}

/** Converts a self-intersecting outline to one that covers the same area and touches itself instead of crossing. */
function fitCrossed(shape: Polygon, size: ImageSize | null): Fitted {
  const points = uncrossed(shape.points)
  if (!points || points.length > mostVertices) return { refusal: tooTangled }
  return changedWith(
    'The outline of the polygon crossed itself: it now touches itself there and covers the same area',
    fitShape({ ...shape, points }, size)
  )
}

/**
 * Clamps a shape to its image; null when no part of it is inside. Circles and rotated shapes may extend beyond the edge, because clipping would turn
 * them into other shapes.
 */
function clamp(shape: Shape, picture: Rectangle): Shape | null {
  const inX = (x: number) => Math.min(Math.max(x, 0), picture.width)
  const inY = (y: number) => Math.min(Math.max(y, 0), picture.height)
  switch (shape.kind) {
    case 'point':
      return { ...shape, x: inX(shape.x), y: inY(shape.y) }
    case 'box': {
      const [x, y] = [inX(shape.x), inY(shape.y)]
      const [width, height] = [inX(shape.x + shape.width) - x, inY(shape.y + shape.height) - y]
      return width > 0 && height > 0 ? { kind: 'box', x, y, width, height } : null
    }
    case 'line':
      return { kind: 'line', points: shape.points.map(([x, y]): Vertex => [inX(x), inY(y)]) }
    case 'polygon': {
      const points = clipRing(shape.points, picture)
      if (points.length < 3 || ringArea(points) === 0) return null
      const holes = shape.holes?.map(hole => clipRing(hole, picture)).filter(hole => hole.length >= 3)
      return { kind: 'polygon', points, ...(holes?.length && { holes }) }
    }
    default:
      return shape
  }
}

function faultOf(shape: Shape): string | null {
  if (shape.kind === 'line' || shape.kind === 'polygon') {
    const least = shape.kind === 'line' ? 2 : 3
    const rings: Vertex[][] = shape.kind === 'polygon' ? [shape.points, ...(shape.holes ?? [])] : [shape.points]
    const short = rings.find(ring => ring.length < least)
    if (short) return `${short === shape.points ? `A ${shape.kind}` : 'A hole'} needs ${least} points, but this one has ${short.length}`
    if (rings.some(ring => ring.length > mostVertices)) return `The ${shape.kind} has more than ${mostVertices.toLocaleString('en')} points`
    if (rings.length > 101) return 'The polygon has more than 100 holes'
    return rings.some(ring => ring.some(([x, y]) => !isNear(x) || !isNear(y))) ? notANumber : null
  }
  if (!isNear(shape.x) || !isNear(shape.y)) return notANumber
  const lengths =
    shape.kind === 'box' || shape.kind === 'rotatedBox'
      ? [shape.width, shape.height]
      : shape.kind === 'circle'
        ? [shape.radius]
        : shape.kind === 'ellipse'
          ? [shape.radiusX, shape.radiusY]
          : []
  if (lengths.some(length => !isNear(length))) return notANumber
  return lengths.some(length => length <= 0) ? `The ${nameOf(shape)} has no width or no height` : null
}

const notANumber = 'A coordinate is not a number between -1,000,000 and 1,000,000'

const isNear = (value: number) => Math.abs(value) <= farthest

function nameOf({ kind }: Shape): string {
  return kind === 'rotatedBox' ? 'rotated box' : kind
}
