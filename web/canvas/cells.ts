import type { Rectangle, Size } from '../imagery/viewport.ts'

export const gridColumns = 24
export const gridRows = 16
const cellCount = gridColumns * gridRows

/** Bounding boxes of shapes, in pixels of the picture: `left, top, right, bottom` of each. */
export type Boxes = Float64Array

/**
 * Grid index of shapes, so that only visible shapes are drawn. Part 0 contains the shapes larger than two cells. Each other part is one
 * cell, in row order, with the shapes whose centre lies in it.
 */
export interface Cells {
  /** Slots of shapes, part by part. Within a part, the input order is kept. */
  order: Uint32Array
  /** Start of each part in `order`, with one more entry for the end. */
  starts: Uint32Array
  /** Bounding box of each part. */
  bounds: Boxes
}

export const partCount = cellCount + 1

export function sortIntoCells(boxes: Boxes, count: number, picture: Size): Cells {
  const [cellWidth, cellHeight] = [picture.width / gridColumns, picture.height / gridRows]
  const partOf = new Uint16Array(count)
  const starts = new Uint32Array(partCount + 1)
  const bounds = new Float64Array(partCount * 4)
  for (let part = 0; part < partCount; part++) bounds.set([Infinity, Infinity, -Infinity, -Infinity], part * 4)
  const within = (cell: number, most: number) => Math.min(Math.max(Math.floor(cell), 0), most - 1)

  for (let slot = 0; slot < count; slot++) {
    const at = slot * 4
    const left = boxes[at] ?? 0
    const top = boxes[at + 1] ?? 0
    const right = boxes[at + 2] ?? 0
    const bottom = boxes[at + 3] ?? 0
    const isLarge = right - left > 2 * cellWidth || bottom - top > 2 * cellHeight
    const column = within((left + right) / 2 / cellWidth, gridColumns)
    const row = within((top + bottom) / 2 / cellHeight, gridRows)
    const part = isLarge ? 0 : 1 + row * gridColumns + column
    partOf[slot] = part
    starts[part + 1] = (starts[part + 1] ?? 0) + 1
    widen(bounds, part * 4, left, top, right, bottom)
  }
  for (let part = 0; part < partCount; part++) starts[part + 1] = (starts[part + 1] ?? 0) + (starts[part] ?? 0)
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let slot = 0; slot < count; slot++) {
    const part = partOf[slot] ?? 0
    const place = next[part] ?? 0
    order[place] = slot
    next[part] = place + 1
  }
  return { order, starts, bounds }
}

function widen(bounds: Boxes, at: number, left: number, top: number, right: number, bottom: number): void {
  bounds[at] = Math.min(bounds[at] ?? 0, left)
  bounds[at + 1] = Math.min(bounds[at + 1] ?? 0, top)
  bounds[at + 2] = Math.max(bounds[at + 2] ?? 0, right)
  bounds[at + 3] = Math.max(bounds[at + 3] ?? 0, bottom)
}

/**
 * Runs of visible parts, as few as possible: `from, to, from, to, …`. Adjacent parts are merged into one run, and `to` is exclusive.
 * @param reach distance by which a shape is drawn beyond its bounding box, in pixels of the picture
 */
export function seenRuns(bounds: Boxes, { left, top, right, bottom }: Rectangle, reach: number): number[] {
  const runs: number[] = []
  for (let part = 0; part < bounds.length / 4; part++) {
    const at = part * 4
    const isSeen =
      (bounds[at] ?? 0) - reach <= right &&
      (bounds[at + 1] ?? 0) - reach <= bottom &&
      (bounds[at + 2] ?? 0) + reach >= left &&
      (bounds[at + 3] ?? 0) + reach >= top
    if (!isSeen) continue
    if (runs.at(-1) === part) runs[runs.length - 1] = part + 1
    else runs.push(part, part + 1)
  }
  return runs
}
