/** Milliseconds: the picture comes first. */
const patience = 2000

// What a first shape, its comments and a refused edit ask for: on a ship they may come when there is no network to fetch it.
setTimeout(
  () =>
    void Promise.all([
      import('./attributes/attribute-values.tsx'),
      import('./selection-panel.tsx'),
      import('./comments.tsx'),
      import('./refused/refused-edits.tsx')
    ]).catch(() => {}), // fetched again where it is shown
  patience
)
