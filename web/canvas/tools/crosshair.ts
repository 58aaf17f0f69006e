import { type MediaPoint, type ScreenPoint, type Size, toMedia, toScreen } from '../../imagery/viewport.ts'
import { inPicture } from '../shapes/bounds.ts'
import type { Surface } from './surface.ts'

/** Direction of each arrow key on the screen, one CSS pixel long. */
export const arrowWays: Readonly<Record<string, ScreenPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 }
}

/** Point of the picture at the centre of the canvas. */
export const middleOf = ({ viewport }: Surface): MediaPoint => ({ x: viewport.centerX, y: viewport.centerY }) as MediaPoint

/** Point where a crosshair reappears: its last position when that is visible, else the centre. */
export function comesUpAt(surface: Surface, last: MediaPoint | null): MediaPoint {
  const { viewport, view } = surface
  const at = last && toScreen(viewport, view, last)
  const isSeen = at && at.x >= 0 && at.y >= 0 && at.x <= view.width && at.y <= view.height
  return last && isSeen ? last : middleOf(surface)
}

/**
 * Moves a crosshair within the picture. The view pans when the crosshair would leave the canvas.
 * @param way displacement in CSS pixels
 * @returns its new position
 */
export function moveCrosshair(surface: Surface, from: MediaPoint, way: ScreenPoint, picture: Size): MediaPoint {
  const { viewport, view } = surface
  const before = toScreen(viewport, view, from)
  const [x, y] = inPicture(toMedia(viewport, view, { x: before.x + way.x, y: before.y + way.y }), picture)
  const at = { x, y } as MediaPoint
  const { x: left, y: top } = toScreen(viewport, view, at)
  const beyond = (place: number, size: number) => (place < 0 ? -place : place > size ? size - place : 0)
  const [right, down] = [beyond(left, view.width), beyond(top, view.height)]
  if (right !== 0 || down !== 0) surface.pan(right, down)
  return at
}
