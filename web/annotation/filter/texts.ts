/** Texts of the filter bar, the condition form and the saved filters. */
export const texts = {
  bar: {
    label: 'Filter',
    or: 'or',
    change: 'Change',
    remove: (condition: string) => `Remove filter ${condition}`,
    imported: (fileName: string | undefined) => `Imported from ${fileName ?? 'a file'}`,
    inArea: 'Inside the drawn area',
    addFilter: 'Add a filter',
    filter: 'Filter',
    add: 'Add',
    also: 'Add as “and”',
    instead: 'Add as “or”',
    clear: 'Clear'
  },

  /** Sentence about groups of conditions. */
  sentence: (groups: readonly (readonly string[])[]) =>
    `Only what matches the filter counts: ${groups.map(group => group.join(', and ')).join('; or ')}.`,

  editor: {
    field: 'Filter by',
    attribute: 'Attribute',
    comparison: 'Comparison',
    value: 'Value',
    day: 'Day, UTC',
    certainty: 'Certainty',
    depth: 'Depth below the surface',
    deletedLabel: 'a deleted label',
    noLabel: 'No label',
    chooseLabel: 'Choose a label'
  },

  faults: {
    attribute: 'Enter the name of the attribute',
    label: 'Choose a label',
    value: 'Enter a value',
    date: 'Enter the date as YYYY-MM-DD',
    number: 'Enter a number',
    certainty: 'From 0 to 100 %',
    depth: (least: number, most: number) => `From ${least} to ${most} m`
  },

  saved: {
    title: 'Saved filters',
    failed: 'The filters could not be loaded.',
    retry: 'Try again',
    loading: 'Loading…',
    none: 'No saved filters yet. Everyone in the project can use saved filters.',
    by: (name: string) => `Saved by ${name}`,
    remove: (name: string) => `Delete the filter ${name}`,
    notRemoved: 'The filter was not deleted.',
    name: 'Save this filter as',
    notSaved: 'The filter was not saved.',
    save: 'Save'
  }
}
