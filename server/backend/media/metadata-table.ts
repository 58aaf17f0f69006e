import { Readable } from 'node:stream'
import createError from '@fastify/error'
import { type CsvError, parse } from 'csv-parse'
import { type Column, recogniseColumns } from './metadata-columns.ts'

export const NotATable = createError('NOT_A_TABLE', 'This is %s: save the table as CSV (text) and attach that', 415)
export const UnusableTable = createError('UNUSABLE_TABLE', '%s', 422)

export interface TableRow {
  /** Line of the file, from 1. */
  row: number
  cells: string[]
}

export interface MetadataTable {
  columns: Column[]
  /** `36,79` means 36.79: only where the comma does not separate columns. */
  decimalComma: boolean
  rows: AsyncIterable<TableRow>
}

const mostColumns = 500
const mostRows = 500_000
const longestRecordBytes = 1024 * 1024

/**
 * Opens a table: UTF-8, UTF-16 with its mark, or else Windows-1252; comma, semicolon or tab; a PANGAEA comment block before it.
 * @throws NotATable for a workbook or another binary file
 * @throws UnusableTable when there is no header, or nothing names the files; while reading rows, when the quotes do not match up
 */
export async function openTable(file: Buffer): Promise<MetadataTable> {
  const text = decode(file)
  const comment = /^\s*\/\*.*?\*\/[ \t]*\r?\n/s.exec(text)?.[0] ?? ''
  const linesBefore = comment.split('\n').length - 1
  const body = text.slice(comment.length)
  const delimiter = sniffDelimiter(body)
  const records = parseRecords(body, delimiter, linesBefore)
  const header = await records.next()
  if (header.done) throw new UnusableTable('The table is empty')
  const { cells } = header.value
  if (cells.length > mostColumns) throw new UnusableTable(`The table has ${cells.length} columns; ${mostColumns} can be read`)
  const columns = recogniseColumns(cells)
  if (!columns.some(column => column.meaning === 'fileName')) {
    const given = columns.slice(0, 12).map(({ name }) => name)
    throw new UnusableTable(
      `No column names the files. The first row must hold the column names, one of them “filename”; it holds: ${given.join(', ')}`
    )
  }
  return { columns, decimalComma: delimiter !== ',', rows: records }
}

function decode(file: Buffer): string {
  if (file.subarray(0, 2).equals(Buffer.from('PK'))) throw new NotATable('an Excel workbook or another archive')
  if (file.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return new TextDecoder('utf-16le').decode(file)
  if (file.includes(0)) throw new NotATable('not a text file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** The separator that the header line has most of, outside quotes. */
function sniffDelimiter(text: string): ',' | ';' | '\t' {
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

async function* parseRecords(text: string, delimiter: string, linesBefore: number): AsyncGenerator<TableRow, void, undefined> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRecordBytes
  })
  Readable.from(pieces(text)).pipe(parser)
  let count = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (++count > mostRows + 1)
        throw new UnusableTable(`The table has more than ${mostRows.toLocaleString('en')} rows: attach it in parts`)
      yield { row: info.lines + linesBefore, cells: record }
    }
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    const line = typeof lines === 'number' ? ` at line ${lines + linesBefore}` : ''
    throw new UnusableTable(`The table cannot be read${line}: quotation marks do not match up, or a row is too long`, { cause: error })
  }
}

/** In pieces, so that other requests are answered between them. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}
