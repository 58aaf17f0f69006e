import { openDelimited, UnusableTable } from '../files/delimited.ts'

export interface SiteRowGiven {
  /** Line number in the file, from 1. */
  row: number
  /** File name of the image; empty when the row has none. */
  fileName: string
  site: string
  survey: string
}

const mostRows = 500_000

/** Patterns for column names, which are compared in lower case. Runs of spaces, `_` and `-` count as one space. */
const columnNames = {
  fileName: /^(file ?name|file|image|image file ?name|image name|media|name|associatedmedia)$/,
  site: /^(site|station|transect|site name|station name|site id|station id|locationid|location)$/,
  survey: /^(survey|cruise|campaign|expedition|survey name|parenteventid)$/
}

/**
 * Reads a table that assigns image files to sites.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable without a column for file names or sites, and on unbalanced quotation marks during iteration
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
    [fileAt, 'file names, with a header such as “filename”'],
    [siteAt, 'sites, with a header such as “site”']
  ] as const) {
    if (at === -1) throw new UnusableTable(`The table needs a column of ${what}. The first row contains: ${header.slice(0, 12).join(', ')}`)
  }
  return (async function* () {
    for await (const { row, cells } of rows) {
      const cell = (at = -1) => cells[at]?.trim() ?? ''
      yield { row, fileName: cell(fileAt), site: cell(siteAt), survey: cell(surveyAt) }
    }
  })()
}
