/** Texts of the label tree. */
export const tree = {
  label: 'All labels',
  open: (name: string) => `Open ${name}`,
  close: (name: string) => `Close ${name}`
}
