/** Texts of the label tree. */
export const texts = {
  label: 'All labels',
  open: (name: string) => `Expand ${name}`,
  close: (name: string) => `Collapse ${name}`
}
