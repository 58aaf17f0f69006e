import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { sentence } from '../../ui/sentence.ts'

/** Interface text of the catalog: its bar, its states and its rows. */
export const texts = {
  title: 'Species Catalog',

  bar: {
    search: 'Search names, synonyms, AphiaIDs',
    favouritesOnly: 'Favourites only',
    layout: 'Layout',
    tree: 'Tree',
    table: 'Table',
    expandAll: 'Expand all',
    collapseAll: 'Collapse all',
    addFrom: 'Add from ',
    worms: 'WoRMS',
    addFromWorms: 'Add from WoRMS',
    import: 'Import',
    add: 'Add label',
    more: 'More catalog actions',
    check: 'Check names…',
    imports: 'Imports…',
    versions: 'Versions…',
    save: 'Save as Darwin Core (CSV)',
    nothingFound: 'nothing found',
    found: (count: number) => `${formatNumber(count, 0)} found`,
    nearlyFound: (count: number, text: string) => `${formatCount(count, 'with a name', 'with names')} similar to “${text}”`
  },

  states: {
    loading: 'Loading the catalog',
    none: 'This server has no species catalog.',
    failed: 'The catalog could not be loaded',
    refreshFailed: 'The catalog could not be refreshed',
    safe: 'The catalog on this page was loaded earlier.',
    importedFrom: (source: string) => `Imported from ${source}`,
    all: 'Show all labels'
  },

  empty: {
    title: 'No labels yet',
    import: 'Import a list',
    addFromWorms: 'Add from WoRMS',
    add: 'Add a label',
    about:
      'Taxa, and everything else that annotations are labelled with: substrates, gear, litter. Import a label tree or a Darwin Core list, or copy the catalog of another project. You can also add taxa from WoRMS, or start with a single label.',
    byEditors: 'Editors of the project can add labels.'
  },

  nothing: {
    ofImport: 'No labels of this import are in the catalog',
    favourites: 'You have no favourites here',
    favouritesAbout: 'Star a label to make it a favourite. Favourites come first wherever you annotate.',
    noneCalled: (text: string, favouritesOnly: boolean) => `${favouritesOnly ? 'None of your favourites' : 'No label'} matches “${text}”`,
    clear: 'Clear the search',
    searched: 'The search covers names, synonyms, common names, morphospecies and AphiaIDs.'
  },

  picker: {
    move: (name: string) => `Move ${name} to`,
    merge: (name: string) => `Merge ${name} into`,
    unnamed: 'the label',
    top: 'The top of the catalog'
  },

  deeds: {
    refused: 'The server rejected the request.',
    moved: (name: string) => `${name} moved`,
    toTop: 'To the top of the catalog.',
    under: (parent: string | undefined) => `Under ${parent ?? 'its new place'}.`,
    undo: 'Undo',
    notMovedBack: 'It could not be moved back',
    notMoved: (name: string) => `${name} could not be moved`,
    favourFailed: 'The favourite could not be saved',
    linkCopied: 'Link copied',
    notRenamed: 'The label could not be renamed',
    actions: (name: string) => `Actions for ${name}`
  },

  file: {
    notSaved: (fileName: string) => `${fileName} could not be saved`,
    refused: 'The server rejected the request. Try again.'
  },

  fields: {
    name: 'Label',
    parentName: 'Place',
    scientificName: 'Scientific name',
    scientificNameAuthorship: 'Author',
    taxonRank: 'Rank',
    scientificNameID: 'WoRMS identifier',
    acceptedNameUsage: 'Accepted name',
    acceptedNameUsageID: 'Accepted WoRMS identifier',
    taxonomicStatus: 'Status',
    identificationQualifier: 'Qualifier',
    morphospecies: 'Morphospecies',
    verbatimIdentification: 'Identification as written',
    synonyms: 'Synonyms',
    vernacularNames: 'Common names',
    environments: 'Lives in',
    conservationStatus: 'Red List',
    colour: 'Colour',
    hotkey: 'Number key',
    definition: 'Definition',
    identificationNotes: 'How to recognise it'
  }
}

/** Interface text of the label menu and the label dialogs. */
export const dialogTexts = {
  menu: {
    annotations: 'Show its annotations',
    favour: 'Add to favourites',
    unfavour: 'Remove from favourites',
    copyLink: 'Copy link',
    edit: 'Edit',
    rename: 'Rename',
    addUnder: 'Add a label under it…',
    promote: 'Give a scientific name…',
    move: 'Move to…',
    merge: 'Merge into…',
    remove: 'Delete…'
  },

  finder: {
    label: 'Find a label',
    labels: 'Labels',
    none: 'There is no other label.',
    noMatch: (text: string) => `No label matches “${text}”.`,
    first: (count: number) => `Showing the first ${count}. Type to find others.`
  },

  add: {
    title: 'Add a label',
    titleUnder: (parent: string) => `Add a label under ${parent}`,
    cancel: 'Cancel',
    submit: 'Add label',
    failed: 'The label could not be added',
    name: 'Name',
    isTaxon: 'This is the scientific name of a taxon',
    isTaxonAbout: 'Without author and qualifier.',
    openName: 'Open name',
    qualifier: 'Qualifier',
    noQualifier: 'none',
    morphospecies: 'Morphospecies'
  },

  promote: {
    title: (name: string) => `Give ${name} a scientific name`,
    byHand: 'Enter it by hand',
    byHandAbout: 'You can enter the name, its author and its AphiaID by hand.',
    cancel: 'Cancel',
    merge: 'Merge into that label…',
    submit: 'Save the name',
    done: (name: string, newName: string) => `${name} is now ${newName}`,
    failed: 'The name could not be saved',
    about: (annotations: ReactNode, oldNames: readonly string[]) =>
      sentence(
        'The label keeps its ID',
        annotations && sentence(' and ', annotations),
        '. ',
        oldNames.length === 1 ? `${oldNames[0]} becomes a synonym` : `${oldNames.join(' and ')} become synonyms`,
        ', so that a search still finds it. The history records who gave the new name, and when.'
      ),
    search: 'Find it in WoRMS',
    scientificName: 'Scientific name',
    scientificNameAbout: 'Without author and qualifier.',
    author: 'Author',
    aphiaId: 'AphiaID',
    noAphiaId: 'An AphiaID is a whole number'
  },

  merge: {
    title: (name: string, target: string) => `Merge ${name} into ${target}?`,
    confirm: 'Merge',
    done: (name: string, target: string) => `${name} merged into ${target}`,
    failed: 'The labels could not be merged',
    annotations: (annotations: ReactNode, target: ReactNode) =>
      sentence(annotations, ' will be relabelled ', target, ', with an entry in the history of each.'),
    children: (count: number, target: ReactNode) => sentence(`${formatCount(count, 'label')} under it will move under `, target, '.'),
    names: (target: ReactNode) =>
      sentence('Its names become synonyms and common names of ', target, ', so that a search still finds them.'),
    about: (label: ReactNode) =>
      sentence('The label ', label, ' is deleted. This cannot be undone, except by relabelling the annotations one by one.')
  },

  remove: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete label',
    about: 'No annotation has this label. Its details are deleted too; frozen versions of the catalog keep them.',
    failed: 'The label could not be deleted',
    refused: (name: string) => `${name} cannot be deleted`,
    close: 'Close',
    merge: 'Merge into another label…',
    used: (annotations: ReactNode, count: number) =>
      sentence('It is the label of ', annotations, `. Relabel ${count === 1 ? 'it' : 'them'} first, or merge this label into another.`),
    children: (count: number) =>
      `It has ${formatCount(count, 'label')} under it. Move or delete ${count === 1 ? 'that label' : 'them'} first.`
  },

  touched: (annotationCount: number, imageCount: number | undefined) =>
    `${formatCount(annotationCount, 'annotation')}${imageCount === undefined ? '' : ` on ${formatCount(imageCount, 'image')}`}`
}

export const labelTexts = {
  card: {
    about: (name: string) => `About ${name}`,
    isFavourite: (name: string) => `${name} is a favourite`,
    favour: 'Add it to your favourites',
    unfavour: 'Remove it from your favourites',
    favourFailed: 'The favourite could not be saved',
    refused: 'The server rejected the request.',
    keyOf: (name: string) => `Number key of ${name}`,
    noKey: 'No key',
    key: (key: number, holder: string | null) => (holder === null ? `Key ${key}` : `Key ${key} (now ${holder})`),
    keyGiven: (key: number | null, name: string) => (key === null ? `${name} no longer has a key` : `Key ${key} now assigns ${name}`),
    keyTaken: (holder: string) => `${holder} no longer has a key.`,
    keyFailed: 'The key could not be changed',
    on: (name: string, fileName: string) => `${name} on ${fileName}`
  },

  panel: {
    label: 'The chosen label',
    path: 'Place in the catalog',
    close: 'Close',
    unnamed: 'A label',
    failed: 'The label could not be loaded',
    edit: 'Edit',
    more: (name: string) => `More for ${name}`,
    annotations: 'annotations',
    withChildren: 'with the labels under it',
    children: (count: number) => (count === 1 ? 'label under it' : 'labels under it'),
    notAccepted: 'Not the accepted name',
    noDetails: 'There are no further details yet.',
    history: (count: number) => `History, ${formatCount(count, 'version')}`,
    historyFailed: 'The history could not be loaded',
    nothing: 'nothing',
    aphiaId: (id: string) => `AphiaID ${id}`
  },

  facts: {
    rank: 'Rank',
    status: 'Status',
    acceptedName: 'Accepted name',
    worms: 'WoRMS',
    qualifier: 'Qualifier',
    morphospecies: 'Morphospecies',
    asWritten: 'As written',
    redList: 'Red List',
    livesIn: 'Lives in',
    key: 'Number key',
    synonyms: 'Synonyms',
    commonNames: 'Common names',
    definition: 'Definition',
    notes: 'How to recognise it'
  },

  form: {
    faulty: 'Some fields need to be corrected',
    notSaved: 'The label could not be saved',
    reload: 'Show the newer version',
    cancel: 'Cancel',
    save: 'Save',
    name: 'Name',
    label: 'Label',
    scientificName: 'Scientific name',
    scientificNameAbout: 'Without author and qualifier. Leave it empty for a label that is not a taxon.',
    author: 'Author',
    aphiaId: 'AphiaID',
    openNomenclature: 'Open nomenclature',
    none: 'none',
    verbatim: 'Identification as written',
    verbatimAbout: 'If it differs from the name of the label.',
    taxonomicStatus: 'Taxonomic status',
    acceptedAphiaId: 'Its AphiaID',
    redListCategory: 'Red List category',
    notStated: 'not stated',
    otherNames: 'Other names',
    onePerLine: 'One per line.',
    commonNamesAbout: 'One per line, followed by the language: Atlantic cod (en).',
    annotating: 'Annotating',
    key: (key: number, holder: string | null) => (holder === null ? String(key) : `${key} (now ${holder})`),
    customColour: 'Custom colour',
    colour: 'Colour',
    colourLater: 'assigned at first use',
    colourOfPalette: 'assigned by Isobath',
    knowledge: 'Knowledge'
  },

  faults: {
    name: 'Give the label a name',
    aphiaId: 'An AphiaID is a whole number',
    synonyms: 'Up to 200 synonyms',
    commonNames: 'Up to 200 common names'
  }
}

/** Interface text of the rows and columns of the catalog. */
export const gridTexts = {
  label: 'Species catalog',
  dropForTop: 'Drop here to move it to the top of the catalog',
  endColumn: 'Favourite and actions',
  columns: {
    name: 'Name',
    author: 'Author',
    rank: 'Rank',
    status: 'Status',
    vernacular: 'Common name',
    aphia: 'AphiaID',
    annotations: 'Annotations',
    key: 'Key'
  },
  isFavourite: (name: string) => `${name} is a favourite`,
  favour: 'Add it to your favourites',
  unfavour: 'Remove it from your favourites',
  actionsFor: (name: string) => `Actions for ${name}`,
  actions: 'Actions',
  accepted: 'accepted: ',
  unaccepted: 'unaccepted',
  counts: (own: number, total: number) => `${formatNumber(own)} with this label, ${formatNumber(total)} including the labels under it`,
  newName: (name: string) => `New name of ${name}`,
  commands: {
    down: 'Next label',
    up: 'Previous label',
    pageDown: 'Labels further down',
    pageUp: 'Labels further up',
    first: 'First label',
    last: 'Last label',
    open: 'Expand the label, or go to the first label under it',
    close: 'Collapse the label, or go to the label above it',
    enter: 'Select the label and go to its panel',
    select: 'Select the label',
    menu: 'Actions for the label',
    rename: 'Rename the label',
    remove: 'Delete the label'
  }
}
