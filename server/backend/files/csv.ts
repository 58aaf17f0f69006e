import { type ByteSource, lines, type ReadingOptions } from './reading.ts'

/*
 * Reads and writes CSV (RFC 4180). csv-parse would give up on the rest of a file after an unclosed quotation mark. Here, such a row is
 * reported as one fault, and reading continues on the next line.
 */

export interface CsvRow {
  /** Line on which the row begins, from 1. */
  row: number
  cells: string[]
}

export interface UnreadableRow {
  row: number
  fault: string
}

/** Maximum number of lines that one row spans. A longer row is assumed to lack a closing quotation mark. */
const mostLinesOfARow = 50
const longestRow = 1024 * 1024

export interface CsvReading extends ReadingOptions {
  /** Whether a line that begins with `#` is a comment. It is read as a single cell. */
  comments?: boolean
  /** Delimiter; a comma if absent. */
  delimiter?: string
  /** Whether quotation marks enclose cells; true if absent. Otherwise, they are ordinary characters. */
  quotes?: boolean
}

/** Yields the rows of a table. Empty lines are skipped. */
export async function* csvRows(source: ByteSource, options: CsvReading): AsyncGenerator<CsvRow | UnreadableRow, void, undefined> {
  const { delimiter = ',', quotes = true } = options
  const splitRow = (text: string) => (quotes && text.includes('"') ? splitQuoted(text, delimiter) : text.split(delimiter))
  let open: { row: number; lines: string[]; text: string; endsWithCr: boolean } | null = null
  for await (const { number, text, cut, endsWithCr } of lines(source, options)) {
    if (cut) {
      yield { row: number, fault: 'The line is longer than 1 MiB' }
      continue
    }
    if (open) {
      open.lines.push(text)
      open.text += `${open.endsWithCr ? '\r' : '\n'}${text}`
      open.endsWithCr = endsWithCr
      const cells = splitRow(open.text)
      if (cells) yield { row: open.row, cells }
      else if (open.lines.length < mostLinesOfARow && open.text.length < longestRow) continue
      else yield* withoutTheFirst(open, splitRow)
      open = null
      continue
    }
    if (text.trim() === '') continue
    if (options.comments && text.startsWith('#')) {
      yield { row: number, cells: [text] }
      continue
    }
    const cells = splitRow(text)
    if (cells) yield { row: number, cells }
    else open = { row: number, lines: [text], text, endsWithCr }
  }
  if (open) yield* withoutTheFirst(open, splitRow)
}

function* withoutTheFirst(
  { row, lines: held }: { row: number; lines: string[] },
  splitRow: (text: string) => string[] | null
): Generator<CsvRow | UnreadableRow> {
  yield { row, fault: 'A quotation mark is not closed' }
  for (const [index, text] of held.entries()) {
    if (index === 0 || text.trim() === '') continue
    const cells = splitRow(text)
    yield cells ? { row: row + index, cells } : { row: row + index, fault: 'A quotation mark is not closed' }
  }
}

/** Splits a row into cells; null if a quoted cell is not closed. */
function splitQuoted(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(delimiter, at)
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end))
      if (end < 0) return cells
      at = end + delimiter.length
      continue
    }
    let cell = ''
    let from = at + 1
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote < 0) return null
      cell += text.slice(from, quote)
      at = quote + 1
      if (text[at] !== '"') break
      cell += '"'
      from = at + 1
    }
    const end = text.indexOf(delimiter, at)
    cells.push(cell + (end < 0 ? text.slice(at) : text.slice(at, end)))
    if (end < 0) return cells
    at = end + delimiter.length
  }
}

/**
 * Formats one row without a line ending. For tables that people open, pass each cell through `harmlessCell` first. Tables for programs
 * get the cells unchanged.
 */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return cells.map(csvCell).join(',')
}

function csvCell(value: string | number | boolean): string {
  const text = String(value)
  return /[",\r\n]/.test(text) || text.startsWith('#') ? `"${text.replaceAll('"', '""')}"` : text
}
