export interface CsvTable {
  columns: readonly string[]
  /** Rows of cells; null is written as an empty cell. */
  rows: readonly (readonly (string | number | null)[])[]
}

/** CSV as in RFC 4180, with CRLF line endings and unrounded numbers. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvOf({ columns, rows }: CsvTable): string {
  return [columns, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) && !/^[-+]?[\d.]+$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
