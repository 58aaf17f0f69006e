import type { Box, RotatedBox } from '../../../shared/contracts/shapes.ts'
import { corners, type Vertex } from '../../../shared/geometry/outline.ts'
import { type DragOptions, type Handle, leastSide, type Place } from './handle.ts'
import { turned } from './turning.ts'

/** Box given by its centre, size and rotation. */
export type SideFrame = Pick<RotatedBox, 'x' | 'y' | 'width' | 'height' | 'rotation'>

/** Direction of each corner from the centre, as signs of x (right) and y (down). */
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

/** Handles of the four corners, followed by the four edges. */
export function sideHandles(shape: Box | RotatedBox): Handle[] {
  const places = corners(shape)
  const handles: Handle[] = places.map(([x, y], index) => ({ kind: 'corner', index, x, y }))
  for (const [index, corner] of places.entries()) {
    const next = places[(index + 1) % 4] ?? corner
    handles.push({ kind: 'edge', index, x: (corner[0] + next[0]) / 2, y: (corner[1] + next[1]) / 2 })
  }
  return handles
}

/**
 * Frame after a side or corner was dragged. It is resized along its own axes, so its rotation stays the same.
 * A drag past the opposite side flips the box.
 */
export function withSides(
  frame: SideFrame,
  { kind, index }: { kind: 'corner' | 'edge'; index: number },
  to: Place,
  options: DragOptions
): SideFrame {
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

/** Distance from a box to a point; 0 inside. @param dx offset from the centre of the box */
export function distanceToSides(dx: number, dy: number, width: number, height: number): number {
  return Math.hypot(Math.max(0, Math.abs(dx) - width / 2), Math.max(0, Math.abs(dy) - height / 2))
}
