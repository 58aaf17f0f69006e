import { formatCount, formatNumber } from '../../ui/format.ts'

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
