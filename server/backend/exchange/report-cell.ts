/** A cell of a table that people open in a spreadsheet, which would run what begins like a formula. */
export function harmlessCell(value: string | number): string | number {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}
