/** UI strings for edits to sites and the undo of these edits. */
export const texts = {
  steps: {
    add: (name: string) => `Add ${name}`,
    edit: (name: string) => `Edit ${name}`,
    move: (name: string) => `Move ${name}`,
    remove: (name: string) => `Delete ${name}`,
    restore: (name: string) => `Restore ${name}`,
    undo: 'Undo',
    redo: 'Redo',
    undoLast: 'Undo the last edit of a site',
    redoLast: 'Redo the edit of a site that was undone last',
    undone: (step: string) => `Undone: ${step}`,
    redone: (step: string) => `Done again: ${step}`,
    left: (name = 'The site') => `${name} has since been changed or deleted. The newer changes were kept.`,
    failed: 'The edit could not be undone',
    notRedone: 'The edit could not be done again',
    notRead: 'The site could not be loaded',
    again: 'Try again',
    refused: 'The server did not save this edit, so there is nothing to undo'
  },
  notSaved: 'The server did not save it'
}
