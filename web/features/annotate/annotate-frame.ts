/** The frame around the screens of Annotate, as it offers itself to them. */
export interface AnnotateFrame {
  /** The rest of the row of tabs, for title and actions of a screen. Null before the first paint. */
  bar: HTMLElement | null
  /** The area covers the window. */
  isFull: boolean
  toggleFull: () => void
  isPhone: boolean
}
