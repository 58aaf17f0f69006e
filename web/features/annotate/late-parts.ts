/** Delay in milliseconds before the parts load, so that the image loads first. */
const patience = 2000

// Loads the parts that are needed for work on an image. Aboard a ship, there may be no network by the time they are used.
setTimeout(
  () =>
    void Promise.all([
      import('./document/send.ts'),
      import('./document/without-newer.ts'),
      import('./work-state/send.ts'),
      import('./attributes/attribute-values.tsx'),
      import('./attributes/lacking.ts'),
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
      import('./canvas-message.tsx'),
      import('./minimap.tsx'),
      import('../../canvas/tools/brush.ts'),
      import('./bars/view-bar.tsx'),
      import('./outlining/outline-selection.ts'),
      import('./panels/own-key.tsx'),
      import('../../annotation/tree/label-tree.tsx')
    ]).catch(() => {}), // fetched again when it is needed
  patience
)
