import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { exchangeCodes } from '../../../shared/error-codes/exchange.ts'
import { breathe } from '../../lib/breathe.ts'
import { codedError } from '../../lib/coded-error.ts'
import { encodingOf, markedEncoding } from './encoding.ts'

export const NotATable = codedError(exchangeCodes.NOT_A_TABLE)
export const UnusableTable = codedError(exchangeCodes.UNUSABLE_TABLE)

export interface TableRow {
  /** Line of the file, from 1. */
  row: number
  cells: string[]
}

export interface DelimitedTable {
  header: string[]
  delimiter: ',' | ';' | '\t'
  rows: AsyncIterable<TableRow>
}

const mostColumns = 500
const longestRecordBytes = 1024 * 1024
const linesAtOnce = 100
/** Number of characters passed to the CSV parser at a time. Parsing that many characters takes about a millisecond. */
const pieceLength = 16_384

/**
 * Opens a delimited table. The encoding may be UTF-8, or UTF-16 with a byte order mark; anything else is read as Windows-1252. The separator
 * is a comma, semicolon or tab. A PANGAEA comment block may come first.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable if there is no header; while rows are read, for unbalanced quotation marks or more than `mostRows` rows
 */
export async function openDelimited(file: Buffer, mostRows: number): Promise<DelimitedTable> {
  const text = decode(file)
  const comment = /^\s*\/\*.*?\*\/[ \t]*\r?\n/s.exec(text)?.[0] ?? ''
  const linesBefore = comment.split('\n').length - 1
  const body = text.slice(comment.length)
  const delimiter = sniffDelimiter(body)
  const rows = counted(
    body.includes('"') && !isDownloadOfGbif.test(body)
      ? quotedRecords(body, delimiter, linesBefore)
      : plainRecords(body, delimiter, linesBefore),
    mostRows
  )
  const header = await rows.next()
  if (header.done) throw new UnusableTable('The table is empty')
  const { cells } = header.value
  if (cells.length > mostColumns) throw new UnusableTable(`The table has ${cells.length} columns; at most ${mostColumns} can be read`)
  return { header: cells, delimiter, rows }
}

function decode(file: Buffer): string {
  if (file.subarray(0, 2).equals(Buffer.from('PK'))) throw new NotATable('an Excel workbook or a ZIP archive')
  if (!markedEncoding(file) && file.includes(0)) throw new NotATable('not a text file')
  return new TextDecoder(encodingOf(file)).decode(file)
}

/** Matches the header of a GBIF download. The table has no quoted cells, so a quotation mark that begins a cell is part of its text. */
const isDownloadOfGbif = /^gbifID\t/

/** Most frequent separator in the header line, outside quotation marks. */
function sniffDelimiter(text: string): DelimitedTable['delimiter'] {
  const line =
    text
      .slice(0, longestRecordBytes)
      .split(/\r\n|\n|\r/)
      .find(some => some.trim() !== '') ?? ''
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  if (count('\t') > count(';') && count('\t') > count(',')) return '\t'
  return count(';') > count(',') ? ';' : ','
}

async function* counted(rows: AsyncIterable<TableRow>, mostRows: number): AsyncGenerator<TableRow, void, undefined> {
  let count = 0
  for await (const row of rows) {
    if (++count > mostRows + 1)
      throw new UnusableTable(`The table has more than ${mostRows.toLocaleString('en')} rows: split it into several files`)
    yield row
  }
}

/** Reads a table without quoted cells, in which each line is a row. Splitting lines is many times faster than parsing each character. */
async function* plainRecords(text: string, delimiter: string, linesBefore: number): AsyncGenerator<TableRow, void, undefined> {
  const lineEnd = /\r\n|\n|\r/g
  let row = linesBefore
  let from = 0
  for (;;) {
    row += 1
    const end = lineEnd.exec(text)
    const line = text.slice(from, end?.index)
    if (line.length > longestRecordBytes) throw new UnusableTable(`The table cannot be read at line ${row}: the row is too long`)
    if (line !== '') yield { row, cells: line.split(delimiter) }
    if (!end) return
    from = lineEnd.lastIndex
    if (row % linesAtOnce === 0) await breathe()
  }
}

async function* quotedRecords(text: string, delimiter: string, linesBefore: number): AsyncGenerator<TableRow, void, undefined> {
  const body = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text // the parser counts CRLF within quotation marks as two lines
  let readLines = 0
  const parser = parse({
    delimiter,
    info: true,
    on_record(cells, { lines }) {
      readLines = lines
      return cells
    },
    relax_column_count: true,
    relax_quotes: delimiter === '\t', // in taxon lists with tabs, quotation marks are ordinary characters
    skip_empty_lines: true,
    max_record_size: longestRecordBytes
  })
  Readable.from(pieces(body)).pipe(parser)
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { row: info.lines + linesBefore, cells }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines = 0 } = error as CsvError & { lines?: number }
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? nextRow(body, readLines) : lines
    const fault = faults[error.code] ?? 'quotation marks do not match up'
    throw new UnusableTable(`The table cannot be read at line ${line + linesBefore}: ${fault}`, { cause: error })
  }
}

const quotedCell = 'put the cell in quotation marks and write each one inside it twice, as in "3"" shell"'
const faults: Record<string, string> = {
  INVALID_OPENING_QUOTE: `there is a quotation mark inside a cell: ${quotedCell}`,
  CSV_INVALID_CLOSING_QUOTE: `text follows the quotation mark that closes a cell: ${quotedCell}`,
  CSV_QUOTE_NOT_CLOSED: 'quotation marks do not match up: the row that begins there never ends',
  CSV_MAX_RECORD_SIZE: 'the row is too long'
}

/** Number of the line, from 1, of the first row after the given number of lines. */
const nextRow = (text: string, lines: number) => text.split('\n').findIndex((line, at) => at >= lines && line !== '') + 1

/** Yields a text in chunks, so that the server can answer other requests in between. */
async function* pieces(text: string): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength)
    await breathe()
  }
}
