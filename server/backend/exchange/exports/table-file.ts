import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TableFileType } from '../../../../shared/contracts/exchange.ts'
import { csvLine } from '../../files/csv.ts'
import { harmlessCell } from '../../files/report-cell.ts'
import { writeText } from '../../files/text-file.ts'
import { HopelessJob } from '../../jobs/queue.ts'
import type { LossTally } from '../losses.ts'

export type Cell = string | number | boolean | null | undefined

export interface Table {
  /** Name of the sheet, up to 31 characters. */
  name: string
  columns: readonly string[]
  /** Columns with RFC 3339 times. A sheet stores them as Excel dates in UTC. */
  times?: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

/**
 * Limits of an Excel sheet: columns per sheet, and characters per cell. Rows beyond 1,048,576 go into a second sheet. Source: Microsoft, “Excel
 * specifications and limits”.
 */
const mostColumns = 16_384
const longestText = 32_767

interface TableFile {
  path: string
  fileType: TableFileType
  losses: LossTally
}

/** Writes a table row by row, so that memory use does not depend on its length. @throws HopelessJob for more columns than a sheet can have */
export async function writeTable({ path, fileType, losses }: TableFile, { name, columns, times = [], rows }: Table): Promise<void> {
  if (fileType === 'csv') return writeText(path, csvLines(columns, rows))
  if (columns.length > mostColumns)
    throw new HopelessJob(`This table has more than ${mostColumns.toLocaleString('en')} columns, the limit of an Excel sheet: choose CSV`)
  const isTime = columns.map((column, at) => times.includes(column) && columns.indexOf(column) === at) // a label may have that name too
  const { writeXlsxStream } = await import('hucre/xlsx')
  const sheet = writeXlsxStream(
    sheetRows(
      rows,
      columns.map(column => times.includes(column)),
      losses
    ),
    {
      name,
      columns: columns.map((header, column) => ({ header, ...(isTime[column] && { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 }) })),
      freezePane: { rows: 1 }
    }
  )
  await pipeline(Readable.from(sheet), createWriteStream(path, { mode: 0o600 }))
}

async function* csvLines(columns: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  yield `${csvLine(columns.map(harmlessCell))}\n`
  for await (const row of rows) yield `${csvLine(row.map(cell => harmlessCell(cell ?? '')))}\n`
}

type SheetCell = string | number | boolean | Date | null

async function* sheetRows(
  rows: AsyncIterable<readonly Cell[]>,
  isTime: readonly boolean[],
  losses: LossTally
): AsyncGenerator<SheetCell[]> {
  const fitting = (cell: Cell, column: number): SheetCell => {
    if (typeof cell !== 'string') return cell ?? null
    if (isTime[column]) return sheetTime(cell) ?? cell
    if (cell.length <= longestText) return cell
    losses.add(`A text of more than ${longestText.toLocaleString('en')} characters was left out: choose CSV to keep it`)
    return null
  }
  for await (const row of rows) yield row.map(fitting)
}

/** First date whose day number in a sheet is correct. Excel counts days from 1900 and treats that year as a leap year. */
const firstOfSheets = Date.UTC(1900, 2, 1)

function sheetTime(text: string): Date | null {
  const time = new Date(text)
  return time.getTime() >= firstOfSheets ? time : null
}
