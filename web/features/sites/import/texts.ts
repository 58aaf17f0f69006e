import type { PastImport } from '../../../../shared/contracts/past-import.ts'
import type { FoundSite } from '../../../../shared/contracts/site-imports.ts'
import { formatCount, formatNumber } from '../../../ui/format.ts'

const kinds: Record<FoundSite['kind'], string> = { station: 'Point', transect: 'Line', area: 'Area' }

/** Subjects for the server's messages, by field. */
const fields: Record<string, string> = {
  name: 'Its name',
  surveyId: 'Its survey',
  decimalLatitude: 'Its latitude',
  decimalLongitude: 'Its longitude',
  minimumDepthInMeters: 'Its minimum depth',
  maximumDepthInMeters: 'Its maximum depth',
  footprintWKT: 'Its footprint',
  notes: 'The text of its notes'
}

export const texts = {
  title: 'Import sites',
  about: 'Points become stations, lines become transects, and areas become sites. Import instrument tracks as navigation tracks instead.',
  drop: 'Drop a GPX, KML or GeoJSON file, or a CSV table',
  accepted: 'Positions in WGS 84. A table needs columns for latitude and longitude. You see a preview before anything changes.',
  choose: 'Choose a file',
  tooLarge: (fileName: string, limit: string) => `${fileName} is larger than ${limit}. Split it into several files.`,
  reading: (fileName: string) => `Reading ${fileName}`,
  unreadable: 'The file could not be read',
  unchanged: 'No site was added.',
  refused: 'The server rejected the request. Try again.',
  another: 'Choose another file',
  survey: 'Survey',
  noSurvey: 'None',

  places: 'Places in the file',
  name: 'Name',
  kind: 'Shape',
  kinds,
  position: 'Centre',
  depth: 'Depth, m',
  remarks: 'Remarks',
  taken: 'A site with this name already exists.',
  noPlaces: 'The file has no places.',
  summary: (count: number, usable: number) =>
    usable === count ? `${formatCount(count, 'place')}.` : `${formatCount(count, 'place')}, ${formatNumber(usable)} can be added.`,
  all: 'All that can be added',

  add: (count: number) => (count === 0 ? 'Nothing to add' : `Add ${formatCount(count, 'site')}`),
  added: (count: number) => `${formatCount(count, 'site')} added`,
  from: (fileName: string) => `From ${fileName}.`,
  refusal: (field: string, message: string) => `${fields[field] ?? 'It'} ${message}.`,
  notAdded: 'The sites could not be added',

  past: 'Imports from the last 30 days',
  file: 'File',
  sites: 'Sites',
  addedAt: 'Added',
  pastFailed: 'The past imports could not be loaded',
  count: (count: number) => formatCount(count, 'site'),
  undo: 'Undo',
  undoOf: (fileName: string) => `Undo the import of ${fileName}`,
  undoTitle: (fileName: string) => `Undo the import of ${fileName}?`,
  undoConfirm: 'Undo import',
  counting: 'Counting the sites',
  countFailed: 'The sites could not be counted',
  removes: (count: number) => (count === 1 ? '1 site will be deleted.' : `${formatNumber(count, 0)} sites will be deleted.`),
  keeps: (count: number) =>
    count === 1
      ? '1 site will stay, because it was edited or is in use.'
      : `${formatNumber(count, 0)} sites will stay, because they were edited or are in use.`,
  removesNone: 'No site of this import can be deleted.',
  notUndone: 'The import could not be undone',
  undone: ({ removedCount, keptCount }: NonNullable<PastImport['undone']>) =>
    keptCount === 0
      ? `${formatCount(removedCount, 'site')} removed`
      : `${formatCount(removedCount, 'site')} removed; ${formatNumber(keptCount)} kept (in use or edited)`
}
