/** The parts of the frame that the screens of Annotate use. */
export interface AnnotateFrame {
  /** Free space in the row of tabs, for the title and actions of a screen. Null before the first paint. */
  bar: HTMLElement | null
  /** True when the area covers the window. */
  isFull: boolean
  toggleFull: () => void
  isPhone: boolean
}
