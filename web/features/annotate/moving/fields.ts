import { fitScale, type Size, type View, type Viewport } from '../../../imagery/viewport.ts'

/**
 * Grid of fields of view that covers an image, visited in a lawnmower pattern. Neighbouring fields overlap by at least 10 %.
 * `across` and `down` are the width and height of a field in image pixels.
 */
interface Fields {
  columns: number
  rows: number
  across: number
  down: number
}

/** Returns the zero-based index of the field nearest to the current view, and the number of fields at this zoom. */
export function fieldNear(now: Viewport, view: View, image: Size): { index: number; count: number } {
  const { columns, rows, across, down } = fieldsOf(now.scale, view, image)
  const column = nearest(now.centerX, image.width, across, columns)
  const row = nearest(now.centerY, image.height, down, rows)
  return { index: row * columns + (row % 2 === 0 ? column : columns - 1 - column), count: columns * rows }
}

/** Returns the view of a field. @param index zero-based; negative values count back from the last field */
export function viewOfField(index: number, scale: number, view: View, image: Size): Viewport {
  const { columns, rows, across, down } = fieldsOf(scale, view, image)
  const at = index < 0 ? columns * rows + index : index
  const row = Math.floor(at / columns)
  const along = at % columns
  const column = row % 2 === 0 ? along : columns - 1 - along
  return { centerX: middle(column, image.width, across, columns), centerY: middle(row, image.height, down, rows), scale }
}

function fieldsOf(scale: number, view: View, image: Size): Fields {
  const seen = Math.max(scale, fitScale(view, image))
  const [across, down] = [view.width / seen, view.height / seen]
  return { across, down, columns: cells(image.width, across), rows: cells(image.height, down) }
}

const cells = (whole: number, seen: number) => (seen >= whole ? 1 : Math.ceil((whole - seen) / (0.9 * seen)) + 1)

const middle = (index: number, whole: number, seen: number, count: number) =>
  count === 1 ? whole / 2 : seen / 2 + (index * (whole - seen)) / (count - 1)

const nearest = (center: number, whole: number, seen: number, count: number) =>
  count === 1 ? 0 : Math.min(count - 1, Math.max(0, Math.round(((center - seen / 2) * (count - 1)) / (whole - seen))))
