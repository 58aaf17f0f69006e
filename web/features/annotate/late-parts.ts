/** Milliseconds: the picture comes first. */
const patience = 2000

// What the work at an image asks for: on a ship it may be asked for when there is no network to fetch it.
setTimeout(
  () =>
    void Promise.all([
      import('./document/send.ts'),
      import('./attributes/attribute-values.tsx'),
      import('./panels/selection-panel.tsx'),
      import('./panels/selection-bar.tsx'),
      import('../../annotation/comments/comments.tsx'),
      import('./panels/history.tsx'),
      import('./panels/removed-list.tsx'),
      import('./refused/refused-edits.tsx'),
      import('./filter/filter-row.tsx'),
      import('./regions/side.tsx'),
      import('./panels/image-strip.tsx'),
      import('./moving/sweep-bar.tsx'),
      import('./canvas-message.tsx')
    ]).catch(() => {}), // fetched again where it is shown
  patience
)
