export const texts = {
  settings: {
    title: 'Attributes',
    descriptionForOwners: 'Details recorded for each annotation in addition to its label. Annotate shows them in this order.',
    description: 'Details recorded for each annotation in addition to its label. Project owners choose them.',
    standard: 'Standard attributes',
    standardShort: 'Standard',
    standardAbout: 'Exported as Darwin Core terms',
    add: 'Add attribute',
    failed: 'The attributes could not be loaded',
    loading: 'Loading attributes',
    none: 'No attributes yet.',
    noneForOwners: 'No attributes yet. Add standard ones such as count, life stage and sex, or define your own.',
    notSaved: 'The change could not be saved.'
  },

  table: {
    label: 'Attributes of annotations',
    name: 'Attribute',
    values: 'Values',
    required: 'Required',
    yes: 'Yes',
    no: 'No',
    actions: 'Actions',
    moveUp: (title: string) => `Move ${title} up`,
    moveDown: (title: string) => `Move ${title} down`,
    edit: (title: string) => `Edit ${title}`,
    delete: (title: string) => `Delete ${title}`
  },

  deleteDialog: {
    title: (title: string) => `Delete ${title}?`,
    confirm: 'Delete attribute',
    about: 'Annotate will no longer show it. Annotations and exports keep existing values.',
    failed: 'The attribute could not be deleted'
  },

  fieldDialog: {
    add: 'Add an attribute',
    edit: (title: string) => `Edit ${title}`,
    confirmAdd: 'Add attribute',
    confirmEdit: 'Save',
    notSaved: 'The attribute could not be saved',
    /** Shown after the attribute's type and name. */
    fixed: 'Name and type cannot be changed because stored values use them. Existing values stay, even if they no longer fit.',
    name: 'Name',
    nameAbout: 'Used in exports, for example Disc width or Number of arms. It cannot be changed later.',
    noName: 'Enter a name',
    strayName: (predicate: string) => `This name ${predicate}`,
    atMost: (count: number) => `At most ${count} characters`,
    type: 'Type',
    unit: 'Unit',
    minimum: 'Minimum',
    maximum: 'Maximum',
    number: 'Enter a number',
    wholeNumber: 'Enter a whole number',
    tooSmall: 'Must be at least the minimum',
    choices: 'Values',
    choicesAbout: 'One per line, in display order.',
    noChoice: 'Enter at least one value',
    tooManyChoices: (count: number) => `At most 100 values; there are ${count}`,
    longChoice: 'Values can have at most 100 characters',
    term: 'Vocabulary term',
    termAbout: 'URL of the term, for example from vocab.nerc.ac.uk. Darwin Core Archives contain it as measurementTypeID.',
    noUrl: 'The URL must begin with http:// or https://',
    required: 'Required',
    requiredAbout: 'Every annotation should have a value. Missing values are listed when an image is marked as done.'
  }
}
