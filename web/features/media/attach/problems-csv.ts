import type { MetadataReport } from '../../../../shared/contracts/media.ts'

type Problem = MetadataReport['problems'][number]

/** Writes the problems as CSV (RFC 4180), with a byte-order mark so that spreadsheets read UTF-8. No cell can run as a formula. */
export function problemsCsv(problems: readonly Problem[]): string {
  const rows = problems.map(({ row, column, fileName, message }) => [String(row), column ?? '', fileName ?? '', message])
  return `\uFEFF${[['row', 'column', 'file', 'problem'], ...rows].map(cells => cells.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
