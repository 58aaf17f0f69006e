import { formatCount, formatNumber } from '../../ui/format.ts'

const observations = (count: number) => formatCount(count, 'observation')

export const importTexts = {
  open: 'Import a table',
  title: 'Import observations',
  about: 'You will see the outcome of every row before anything is saved.',
  drop: 'Drop a table here',
  formats:
    'CSV or tab-separated text with Darwin Core terms, such as scientificName, individualCount, eventDate, locality and decimalLatitude. Common column names are recognised.',
  choose: 'Choose a table',
  another: 'Choose another',
  reading: (name: string) => `Reading ${name}`,
  notRead: 'The table could not be read',
  notAdded: 'The table could not be imported',
  refused: 'The server rejected the table.',
  unchanged: 'No observations were added.',
  tooLarge: (name: string, limit: string) => `${name} is larger than ${limit}. Split it into several files.`,
  nothing: 'Nothing to import',
  add: (count: number) => `Import ${observations(count)}`,
  added: (count: number) => `${observations(count)} imported`,
  undo: 'Undo',
  rows: (name: string, count: number) => `${name}: ${formatCount(count, 'row')}`,
  columns: 'Columns',
  ignored: 'not used',
  show: 'Show rows that are',
  table: 'Rows of the table',
  row: 'Line',
  name: 'Organism',
  noLabel: 'not in the catalog, kept as a name',
  count: 'Count',
  date: 'Date',
  place: 'Place',
  outcome: 'Outcome',
  outcomes: {
    new: (count: number) => `${formatNumber(count, 0)} new`,
    known: (count: number) => `${formatNumber(count, 0)} known`,
    refused: (count: number) => `${formatNumber(count, 0)} rejected`
  },
  outcomeOf: { new: 'New', known: 'Known by its occurrenceID', refused: 'Rejected' },
  onlyFirst: (count: number) => `Only the first ${formatNumber(count, 0)} are listed.`,
  past: 'Imports from the last 30 days',
  notLoaded: 'The imports could not be loaded',
  loading: 'Loading imports',
  pastCount: (count: number, by: string | null) => `${observations(count)}${by === null ? '' : ` by ${by}`}`,
  undoImport: 'Undo',
  undoOf: (name: string) => `Undo the import of ${name}`,
  undone: (removed: number, kept: number) =>
    `Undone: ${observations(removed)} deleted${kept > 0 ? `, ${formatNumber(kept, 0)} kept because of later edits` : ''}`,
  notUndone: 'The import could not be undone'
}
