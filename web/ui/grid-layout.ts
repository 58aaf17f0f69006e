/** Sizes in CSS pixels. */
export interface CardSizes {
  /** Minimum width of a card. */
  narrowest: number
  gap: number
  /** Ratio of the height of a picture to its width. */
  pictureShare: number
  captionHeight: number
}

/** Sizes in CSS pixels. */
export interface GridLayout {
  columns: number
  /** Height of a row, including the gap below it. */
  rowHeight: number
  gap: number
}

/** Layout with as many columns as fit, but at least two. */
export function layOut(width: number, { narrowest, gap, pictureShare, captionHeight }: CardSizes): GridLayout {
  const columns = Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const cardWidth = Math.max(1, (width - gap * (columns - 1)) / columns)
  return { columns, gap, rowHeight: Math.round(cardWidth * pictureShare) + captionHeight + gap }
}
