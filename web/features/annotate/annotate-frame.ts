/** Parts of the surrounding layout that the Annotate screens use. */
export interface AnnotateFrame {
  /** Element in the row of tabs for the title and actions of a screen. Null before the first render. */
  bar: HTMLElement | null
  /** Whether the area fills the window. */
  isFull: boolean
  toggleFull: () => void
  isPhone: boolean
}
