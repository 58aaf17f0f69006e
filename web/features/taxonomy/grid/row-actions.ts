/** Actions of a row, which the screen carries out. */
export interface RowActions {
  select: (labelId: string) => void
  toggle: (labelId: string, open: boolean) => void
  /** The row's menu, beside this element. */
  openMenu: (labelId: string, target: Element) => void
  /** Goes on to what stands beside the list. */
  enter: (labelId: string) => void
  favour: (labelId: string, favourite: boolean) => void
  startRename: (labelId: string) => void
  rename: (labelId: string, name: string) => void
  stopRename: () => void
  remove: (labelId: string) => void
  /** Null: to the top. */
  move: (labelId: string, parentId: string | null) => void
}
