import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox } from '../../../shared/geometry/outline.ts'
import type { Rectangle, ScreenPoint, Size } from '../../imagery/viewport.ts'
import type { Edit } from '../shapes/edits.ts'
import type { Handle } from '../shapes/handle.ts'
import { kindOf } from '../shapes/kinds.ts'
import { clickPx, type ToolEvent } from './tool-event.ts'

export interface SelectContext {
  picture: Size
  /** CSS pixels per pixel of the picture. */
  scale: number
  selected: readonly string[]
  shapeOf(id: string): Shape | null | undefined
  pick(at: ScreenPoint, reachPx: number): string[]
  within(rectangle: Rectangle): string[]
  mayEdit(id: string): boolean
  /** Snaps a point to a nearby vertex or edge of another shape. */
  snap(at: { x: number; y: number }, editedId: string): { x: number; y: number }
}

export type Gesture =
  | { kind: 'handle'; id: string; shape: Shape; handle: Handle }
  | { kind: 'move'; shapes: Edit[] }
  | { kind: 'lasso' }
  | { kind: 'pan'; last: ScreenPoint }

/** Distance in CSS pixels within which a press hits a shape. It is smaller than for a handle, so that neighbours can be selected separately. */
export const shapeReachPx = 6

/** Gesture that begins with a press at a point. */
export function gestureAt(event: ToolEvent, context: SelectContext): Gesture {
  const held = handleUnder(event, context)
  if (held) return { kind: 'handle', ...held }
  if (event.shift) return { kind: 'lasso' }
  const under = context.pick(event.screen, shapeReachPx)
  const shapes = editable(context)
  if (shapes.some(({ id }) => under.includes(id))) return { kind: 'move', shapes }
  return { kind: 'pan', last: event.screen }
}

/** Handle of the selected shape under the pointer; null without one, and while several shapes are selected. */
export function handleUnder(event: ToolEvent, context: SelectContext): { id: string; shape: Shape; handle: Handle } | null {
  const [only, ...more] = context.selected.length === 1 ? editable(context) : []
  if (!only || more.length > 0) return null
  const { width, height } = enclosingBox(only.shape)
  const side = (only.shape.kind === 'line' ? Math.max(width, height) : Math.min(width, height)) * context.scale
  // the centre of a small shape stays free of handles, so that the shape can be moved
  const reach = Math.min(event.reachPx, Math.max(clickPx, side / 4)) / context.scale
  const handle = nearest(kindOf(only.shape).handles(only.shape, { picture: context.picture, pixel: 1 / context.scale }), event.at, reach)
  return handle && { ...only, handle }
}

function editable({ selected, mayEdit, shapeOf }: SelectContext): Edit[] {
  return selected.flatMap(id => {
    const shape = mayEdit(id) ? shapeOf(id) : null
    return shape ? [{ id, shape }] : []
  })
}

function nearest(handles: readonly Handle[], at: { x: number; y: number }, reach: number): Handle | null {
  let [found, away]: [Handle | null, number] = [null, reach]
  for (const handle of handles) {
    const distance = Math.hypot(handle.x - at.x, handle.y - at.y)
    if (distance <= away) [found, away] = [handle, distance]
  }
  return found
}
