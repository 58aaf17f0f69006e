/** Milliseconds: the picture comes first. */
const patience = 2000

// What the work at an image asks for: on a ship it may be asked for when there is no network to fetch it.
setTimeout(
  () =>
    void Promise.all([
      import('./document/send.ts'),
      import('./attributes/attribute-values.tsx'),
      import('./selection-panel.tsx'),
      import('./selection-bar.tsx'),
      import('../../annotation/comments/comments.tsx'),
      import('./history.tsx'),
      import('./removed-list.tsx'),
      import('./refused/refused-edits.tsx'),
      import('./filter/filter-row.tsx'),
      import('./scale/scale-panel.tsx'),
      import('./sample-dialog.tsx'),
      import('./sweep-bar.tsx'),
      import('./canvas-message.tsx')
    ]).catch(() => {}), // fetched again where it is shown
  patience
)
