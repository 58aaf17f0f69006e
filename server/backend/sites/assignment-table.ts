import { openDelimited, UnusableTable } from '../files/delimited.ts'

export interface SiteRowGiven {
  /** Line of the file, from 1. */
  row: number
  /** Name of the file; empty when the row has none. */
  fileName: string
  site: string
  survey: string
}

const mostRows = 500_000

/** Patterns of column names. Names are compared in lower case, with runs of spaces, `_` and `-` as one space. */
const columnNames = {
  fileName: /^(file ?name|file|image|image file ?name|image name|media|name|associatedmedia)$/,
  site: /^(site|station|transect|site name|station name|site id|station id|locationid|location)$/,
  survey: /^(survey|cruise|campaign|expedition|survey name|parenteventid)$/
}

/**
 * Opens a table with the site of each file.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable without a column for file names or for sites, and for unbalanced quotation marks while rows are read
 */
export async function openSiteTable(file: Buffer): Promise<AsyncIterable<SiteRowGiven>> {
  const { header, rows } = await openDelimited(file, mostRows)
  const names = header.map(name =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
  )
  const [fileAt, siteAt, surveyAt] = [columnNames.fileName, columnNames.site, columnNames.survey].map(pattern =>
    names.findIndex(name => pattern.test(name))
  )
  for (const [at, what] of [
    [fileAt, 'files, “filename”'],
    [siteAt, 'sites, “site”']
  ] as const) {
    if (at === -1) throw new UnusableTable(`No column names the ${what}. The first row holds: ${header.slice(0, 12).join(', ')}`)
  }
  return (async function* () {
    for await (const { row, cells } of rows) {
      const cell = (at = -1) => cells[at]?.trim() ?? ''
      yield { row, fileName: cell(fileAt), site: cell(siteAt), survey: cell(surveyAt) }
    }
  })()
}
