import type { CatalogImport, RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { formatBytes, formatCount, formatDay, formatNumber } from '../../../ui/format.ts'

const atPlace = (parent: string | null) => (parent === null ? 'at the top' : `under ${parent}`)
const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ')

/** Outcomes of rows, and cells that were left out. */
export type ShownOutcome = RowOutcome['outcome'] | 'leftOut'

const outcomes: Record<ShownOutcome, string> = {
  new: 'new',
  changed: 'changed',
  ambiguous: 'ambiguous',
  refused: 'refused',
  leftOut: 'cells left out'
}

const meanings: Record<string, string> = {
  key: 'identifier',
  parentKey: 'parent',
  parentName: 'parent by name',
  parent: 'parent',
  name: 'label',
  scientificName: 'scientific name',
  scientificNameAuthorship: 'author',
  scientificNameID: 'WoRMS identifier',
  aphiaId: 'AphiaID',
  taxonRank: 'rank',
  acceptedNameUsage: 'accepted name',
  acceptedKey: 'accepted taxon',
  taxonomicStatus: 'status',
  identificationQualifier: 'qualifier',
  synonyms: 'synonyms',
  vernacularName: 'common names',
  language: 'their language',
  isMarine: 'lives in the sea',
  isBrackish: 'lives in brackish water',
  isFreshwater: 'lives in fresh water',
  isTerrestrial: 'lives on land',
  environments: 'lives in',
  conservationStatus: 'Red List category',
  morphospecies: 'morphospecies',
  colour: 'colour',
  definition: 'definition',
  identificationNotes: 'how to recognise it',
  higherTaxon: 'higher taxon',
  ignored: 'not used'
}

type Undone = NonNullable<CatalogImport['undone']>

const reasons: Record<Undone['kept'][number]['reason'], string> = {
  used: 'in use',
  changed: 'changed since the import',
  above: 'above a label that is kept',
  rule: 'used by a rule, a model or a reference image',
  merged: 'merged with another label'
}

export const texts = {
  source: {
    about: 'You see the effect of every row before anything is saved.',
    drop: 'Drop a list here',
    dropAbout:
      'A label tree (id, parent_id, name), or a Darwin Core list of taxa or occurrences. CSV, tab-separated text or a zip archive.',
    choose: 'Choose a list',
    project: 'Or copy the catalog of another project',
    part: 'Part of it…',
    all: 'All of it',
    columns: 'Recognised column names',
    columnNames: [
      {
        name: 'Label',
        columns: (
          <>
            <code>name</code>, <code>label</code> or <code>scientificName</code> (one is required)
          </>
        )
      },
      {
        name: 'Tree',
        columns: (
          <>
            <code>id</code> and <code>parent_id</code>, <code>taxonID</code> and <code>parentNameUsageID</code>, <code>parent</code> by
            name, or columns from <code>kingdom</code> to <code>genus</code>
          </>
        )
      },
      {
        name: 'Taxon',
        columns: (
          <>
            <code>scientificNameAuthorship</code>, <code>taxonRank</code>, <code>scientificNameID</code> or <code>AphiaID</code>,{' '}
            <code>taxonomicStatus</code>, <code>acceptedNameUsage</code>, <code>acceptedNameUsageID</code>
          </>
        )
      },
      {
        name: 'Names',
        columns: (
          <>
            <code>vernacularName</code>, <code>language</code>, <code>synonyms</code>
          </>
        )
      },
      {
        name: 'Other',
        columns: (
          <>
            <code>isMarine</code>, <code>isBrackish</code>, <code>isFreshwater</code>, <code>isTerrestrial</code>, <code>threatStatus</code>
            , <code>identificationQualifier</code>, <code>morphospecies</code>, <code>color</code>, <code>definition</code>
          </>
        )
      }
    ]
  },

  branch: {
    about: (project: string) => `The label you choose in the catalog of ${project} is copied with everything under it.`,
    failed: 'The catalog could not be loaded',
    back: 'Back',
    source: (label: string, project: string) => `${label} of ${project}`
  },

  choices: {
    place: 'Place in the catalog',
    top: 'The top of the catalog',
    under: (label: string) => `Under ${label}`,
    namesakes: 'If a name already exists elsewhere in the catalog',
    namesakeOptions: { ask: 'leave it out and list it in the report', use: 'use that label', add: 'add it as another label' }
  },

  dialog: {
    title: 'Import labels',
    another: 'Choose another',
    nothing: 'Nothing to import',
    comparing: (source: string) => `Comparing ${source} with the catalog`,
    notImported: 'The list could not be imported',
    notRead: 'The list could not be read',
    refused: 'The server rejected the request.',
    safe: 'The catalog was not changed.',
    tooLarge: (fileName: string, limitBytes: number) =>
      `${fileName} is larger than ${formatBytes(limitBytes)}. Split it into several files.`,
    done: 'Labels imported',
    close: 'Close',
    outcomeFailed: 'The labels were imported, but their list could not be loaded',
    outcomeLoading: 'Loading the import'
  },

  report: {
    outcomes,
    meanings,
    rows: (source: string, rows: number, unchanged: number) =>
      `${source}: ${rows === 1 ? '1 row' : `${formatNumber(rows, 0)} rows`}, ${formatNumber(unchanged, 0)} ${rows === 1 ? '' : 'of them '}unchanged`,
    columns: 'Columns',
    show: 'Show rows that are',
    table: (outcome: ShownOutcome) => `Rows: ${outcomes[outcome]}`,
    row: 'Row',
    name: 'Name',
    remark: 'Remark',
    decision: 'Decision',
    limit: (count: number) => `Up to ${count} rows can be decided one by one`,
    first: (count: number) => `The first ${formatNumber(count, 0)} are listed.`,
    place: atPlace
  },

  decision: {
    label: (row: number, name: string) => `Decision on row ${row}, ${name}`,
    none: 'Not decided',
    is: (label: string, parent: string | null) => `It is ${label}, ${atPlace(parent)}`,
    new: 'A new label',
    left: 'Leave it out'
  },

  imports: {
    title: 'Imports into the catalog',
    failed: 'The imports could not be loaded',
    loading: 'Loading the imports',
    more: 'Show more',
    none: 'Nothing was imported in the last 30 days',
    noneAbout: 'Imports of lists, of other catalogs and from WoRMS appear here. Each can be undone for 30 days.'
  },

  past: {
    reasons,
    outcome: ({ newCount, changedCount }: CatalogImport) =>
      joined([
        newCount > 0 && `${formatCount(newCount, 'label')} added`,
        changedCount > 0 && `${formatCount(changedCount, 'label')} changed`
      ]),
    by: (name: string) => ` · by ${name} `,
    question:
      'Its new labels are removed, and the labels that it changed are restored. Labels used or changed since then are kept. This cannot be undone.',
    see: 'See them',
    seeOf: (source: string) => `See them: ${source}`,
    undo: 'Undo this import',
    undoOf: (source: string) => `Undo this import: ${source}`,
    until: (time: string) => `possible until ${formatDay(time)}`,
    keep: 'Keep it',
    confirm: 'Undo the import',
    notUndone: 'The import could not be undone',
    refused: 'The server rejected the request.',
    undone: ({ removedCount, restoredCount, keptCount }: Undone) => {
      const parts = [
        `${formatCount(removedCount, 'label')} removed`,
        restoredCount > 0 && `${formatCount(restoredCount, 'label')} restored`,
        keptCount > 0 && `${formatCount(keptCount, 'label')} kept`
      ]
      return `Undone: ${joined(parts)}.`
    },
    kept: 'Kept labels',
    first: (count: number) => `The first ${count} are listed.`
  }
}
