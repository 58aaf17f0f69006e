/** Formats a Markdown table whose columns are aligned in the source. */
export function table(header: string[], rows: string[][]): string {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]!.length)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(header), `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n')
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const count = (value: number) => Math.round(value).toLocaleString('en-US')
