const formula = /^[=+\-@\t\r](?!\d+(\.\d+)?$)/

/** Cell of a table for spreadsheets, which would run a text that begins like a formula. A number stays a number. */
export function harmlessCell<T extends string | number | boolean>(value: T): T | string {
  return typeof value === 'string' && formula.test(value) ? `'${value}` : value
}

/** Cell as it was before `harmlessCell`. */
export const plainCell = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')
