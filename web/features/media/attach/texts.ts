import { formatCount, formatNumber } from '../../../ui/format.ts'

export const texts = {
  title: 'Attach a table',
  another: 'Choose another table',
  change: (count: number) => (count === 0 ? 'Nothing to change' : `Change ${formatCount(count, 'image')}`),
  changed: (count: number) => `${formatCount(count, 'image')} changed`,
  from: (table: string) => `From ${table}.`,
  checking: (table: string) => `Checking ${table} against the images`,
  notApplied: 'The table could not be applied',
  notRead: 'The table could not be read',
  refused: 'The server rejected the table.',
  unchanged: 'No images were changed.',
  tooLarge: (table: string, limit: string) => `${table} is larger than ${limit}. Split it into several files.`,

  choose: {
    about:
      'A table with one row per image. Rows are matched to images by file name. They fill in time, position, depth and height above the sea floor. You will see a preview before anything changes. The changes from one table cannot be undone together.',
    drop: 'Drop a CSV table here',
    dropAbout: 'UTF-8 with a header row. Columns are separated by commas, semicolons or tabs.',
    button: 'Choose a table'
  },

  columns: {
    title: 'Recognised column names',
    file: 'File',
    required: '(required)',
    time: 'Time',
    others: 'others, such as',
    and: 'and',
    ifZone: 'if you choose their time zone',
    position: 'Position',
    notation: 'in decimal degrees, or in degrees, minutes and seconds',
    depth: 'Depth',
    positive: '(positive down)',
    negative: '(negative down)',
    height: 'Height',
    rest: 'Other columns are stored with each image unchanged.'
  },

  localTimes: {
    title: 'Clock of the table',
    count: (count: number) => `${formatCount(count, 'time')} in the column`,
    noZone: (count: number) => `${count === 1 ? 'has no time zone. It is' : 'have no time zone. They are'} ignored until you choose one.`,
    place: 'in the table'
  },

  report: {
    rows: (count: number) => (count === 1 ? 'row' : 'rows'),
    matched: (count: number) => (count === 1 ? 'row matches an image' : 'rows match an image'),
    changed: (count: number) => (count === 1 ? 'image would change' : 'images would change'),
    problemCount: (count: number) => (count === 1 ? 'problem' : 'problems'),
    columns: 'Columns',
    problems: (count: number) => formatCount(count, 'problem'),
    fileName: (table: string) => `problems in ${table}`,
    download: 'Download as CSV',
    first: (count: number) => `Only the first ${formatNumber(count)} are listed.`,
    table: 'Problems',
    tableColumns: ['Row', 'Column', 'File', 'Problem'],
    meanings: {
      fileName: 'File name',
      filename: 'File name',
      eventDate: 'Time taken',
      decimalLatitude: 'Latitude',
      decimalLongitude: 'Longitude',
      depthInMeters: 'Depth',
      altitudeInMeters: 'Height above sea floor',
      areaInSquareMeters: 'Area of the image, m²',
      metadata: 'kept unchanged',
      ignored: 'not used'
    } as Record<string, string>
  }
}
