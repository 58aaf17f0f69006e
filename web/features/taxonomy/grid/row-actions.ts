/** Actions of a row that the screen carries out. */
export interface RowActions {
  select: (labelId: string) => void
  toggle: (labelId: string, open: boolean) => void
  /** Opens the menu of a row beside an element. */
  openMenu: (labelId: string, target: Element) => void
  /** Moves the focus to the panel beside the list. */
  enter: (labelId: string) => void
  favour: (labelId: string, favourite: boolean) => void
  startRename: (labelId: string) => void
  rename: (labelId: string, name: string) => void
  stopRename: () => void
  remove: (labelId: string) => void
  /** Moves a label under a new parent; null for the top level. */
  move: (labelId: string, parentId: string | null) => void
}
