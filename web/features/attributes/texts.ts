export const texts = {
  settings: {
    title: 'Attributes',
    descriptionForOwners: 'Details of every annotation beside its label. Annotate shows them in this order.',
    description: 'Details of every annotation beside its label. Owners of the project choose them.',
    standard: 'Standard attributes',
    standardShort: 'Standard',
    standardAbout: 'Exported as Darwin Core terms',
    add: 'Add attribute',
    failed: 'The attributes could not be loaded',
    loading: 'Loading attributes',
    none: 'No attributes yet.',
    noneForOwners: 'No attributes yet. Add standard ones such as count, life stage and sex, or define your own.',
    notSaved: 'The change was not saved.'
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
    about: 'Annotate no longer shows it. Existing values stay with their annotations, and in exports.',
    failed: 'The attribute was not deleted'
  },

  fieldDialog: {
    add: 'Add an attribute',
    edit: (title: string) => `Edit ${title}`,
    confirmAdd: 'Add attribute',
    confirmEdit: 'Save',
    notSaved: 'The attribute was not saved',
    /** Follows the type and the name of the attribute. */
    fixed: 'Name and type cannot change, because stored values use them. Existing values stay, even if they no longer fit.',
    name: 'Name',
    nameAbout: 'Used in exports, such as Disc width or Number of arms. It cannot be changed later.',
    noName: 'Enter a name',
    strayName: (predicate: string) => `This name ${predicate}`,
    atMost: (count: number) => `At most ${count} characters`,
    type: 'Type',
    unit: 'Unit',
    minimum: 'Smallest',
    maximum: 'Largest',
    number: 'Enter a number',
    wholeNumber: 'Enter a whole number',
    tooSmall: 'Must be at least the smallest value',
    choices: 'Values',
    choicesAbout: 'One per line, in the order in which they are shown.',
    noChoice: 'Enter at least one value',
    tooManyChoices: (count: number) => `At most 100 values; there are ${count}`,
    longChoice: 'A value has at most 100 characters',
    term: 'Vocabulary term',
    termAbout: 'Its URL, such as one of vocab.nerc.ac.uk. A Darwin Core Archive has it as measurementTypeID.',
    noUrl: 'A URL begins with http:// or https://',
    required: 'Required',
    requiredAbout: 'Every annotation should have a value. A message lists missing ones when an image is done.'
  }
}
