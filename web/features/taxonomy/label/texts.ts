import { formatCount } from '../../../ui/format.ts'

export const texts = {
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
