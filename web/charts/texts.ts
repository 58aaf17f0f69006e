/** UI strings for the charts in the app. */
export const texts = {
  noValue: 'no value',
  notSaved: 'The PNG file could not be created',
  notSavedAbout: 'Save the chart as SVG instead.',
  download: 'Download',
  downloadOf: (title: string) => `Download ${title}`,
  csv: 'CSV (data)',
  svg: 'SVG (vector graphic)',
  png: 'PNG (image)',
  table: 'As a table',
  tableOf: (title: string) => `${title}, as a table`,
  first: (shown: number, all: number) => `The first ${shown} of ${all} rows are shown. The CSV file contains all of them.`
}
