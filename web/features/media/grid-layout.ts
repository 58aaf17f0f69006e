/** Sizes in CSS pixels. */
export interface GridLayout {
  columns: number
  cellWidth: number
  /** Height of a row with the gap below it. */
  rowHeight: number
  gap: number
}

/** Name and one line of facts under each picture. */
const captionHeight = 52
/** Pictures are cut to 4:3, so that rows are even. */
const pictureShare = 3 / 4

/** As many columns as fit, never fewer than two. */
export function layOut(width: number, narrowest: number): GridLayout {
  const gap = width < 560 ? 10 : 16
  const columns = Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const cellWidth = Math.max(1, (width - gap * (columns - 1)) / columns)
  return { columns, cellWidth, gap, rowHeight: Math.round(cellWidth * pictureShare) + captionHeight + gap }
}
