const inAll = (count: number) => `${count} in all.`

/** Announcements of changes in the demo, for screen readers. */
export const texts = {
  tools: { point: 'Point tool', box: 'Box tool' },
  boxCancelled: 'Box cancelled',
  cleared: 'All annotations removed',
  label: (name: string) => `Label ${name}`,
  relabelled: (id: number, name: string) => `Annotation ${id} is now ${name}`,
  firstCorner: 'First corner set; go to the opposite corner',
  tooSmall: 'Too small for a box; nothing added',
  added: (name: string, shape: string, { x, y }: { x: number; y: number }, count: number) =>
    `${name}, ${shape}, ${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top. ${inAll(count)}`,
  nothingToRemove: 'Nothing to remove',
  removed: (id: number | null, count: number) => `Annotation ${id} removed. ${inAll(count)}`,
  nothingToUndo: 'Nothing to undo',
  undone: (count: number) => `Undone. ${inAll(count)}`
}
