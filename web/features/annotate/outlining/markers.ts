import type { Rectangle } from '../../../imagery/viewport.ts'

/** Pixel of the background; pixels without a marker are 0. */
export const background = 1
/** Pixel of the object. */
export const object = 2

/** Click that assigns the pixels around it to the object or to the background. */
export interface Click {
  x: number
  y: number
  isObject: boolean
}

export interface Guides<Core = Rectangle> {
  clicks: readonly Click[]
  /** Box whose middle belongs to the object; null when only clicks belong to it. */
  core: Core | null
}

/** Radius of the disc that belongs to the object, relative to the shorter side of its box. */
const discShare = 0.15
/** Radius of the disc around a click, relative to the shorter side of the box, and its minimum in pixels. */
const [clickShare, leastClick] = [0.03, 2]

/**
 * Marks the background outside the box, the disc in the middle of the core, and a disc around each click. When the box leaves nothing
 * outside, the border is the background. A later click takes pixels from an earlier one.
 */
export function markers(width: number, height: number, box: Rectangle, { clicks, core }: Guides): Uint8Array {
  const marked = new Uint8Array(width * height)
  const { left, top, right, bottom } = box
  let isBare = true
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const [cx, cy] = [x + 0.5, y + 0.5]
      if (cx >= left && cx <= right && cy >= top && cy <= bottom) continue
      marked[at] = background
      isBare = false
    }
  if (core) markCore(marked, width, core, clicks)
  if (isBare) markBorder(marked, width)
  const radius = Math.max(leastClick, clickShare * shorterSide(box))
  for (const { x, y, isObject } of clicks) markDisc(marked, width, x, y, radius, isObject ? object : background)
  return marked
}

const shorterSide = ({ left, top, right, bottom }: Rectangle) => Math.min(right - left, bottom - top)

/** Marks the disc in the middle of the core. A click on the background near it makes it smaller. */
function markCore(marked: Uint8Array, width: number, core: Rectangle, clicks: readonly Click[]): void {
  const [x, y] = [(core.left + core.right) / 2, (core.top + core.bottom) / 2]
  const distances = clicks.filter(({ isObject }) => !isObject).map(click => Math.hypot(click.x - x, click.y - y))
  const radius = Math.min(Math.max(1, discShare * shorterSide(core)), Math.min(...distances) / 2)
  if (radius >= 1) markDisc(marked, width, x, y, radius, object)
}

function markDisc(marked: Uint8Array, width: number, middleX: number, middleY: number, radius: number, as: number): void {
  for (let at = 0; at < marked.length; at++)
    if (Math.hypot((at % width) + 0.5 - middleX, Math.floor(at / width) + 0.5 - middleY) <= radius) marked[at] = as
}

function markBorder(marked: Uint8Array, width: number): void {
  for (let at = 0; at < marked.length; at++) {
    const x = at % width
    if ((x === 0 || x === width - 1 || at < width || at >= marked.length - width) && marked[at] === 0) marked[at] = background
  }
}
