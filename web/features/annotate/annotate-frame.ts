/** Parts of the surrounding layout that the Annotate screens use. */
export interface AnnotateFrame {
  /** Element in the row of tabs for the title and actions of a screen. Null before the first render. */
  bar: HTMLElement | null
  /** Whether the area fills the window. */
  isFull: boolean
  toggleFull: () => void
  /** Whether the window is narrow or short, so that panels are sheets over the canvas. */
  isPhone: boolean
  /** Whether the window is short and wide, so that the buttons and sheets are at its side. */
  isLow: boolean
}
