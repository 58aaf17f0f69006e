const formula = /^[=+\-@\t\r](?!\d+(\.\d+)?$)/

/** Makes a cell safe for spreadsheets, which would evaluate a string that begins like a formula. Numbers stay numbers. */
export function harmlessCell<T extends string | number | boolean>(value: T): T | string {
  return typeof value === 'string' && formula.test(value) ? `'${value}` : value
}

/** Reverses `harmlessCell`. */
export const plainCell = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')
