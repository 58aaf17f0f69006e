const formula = /^[=+\-@\t\r](?!\d+(\.\d+)?$)/

/** A cell of a table that people open in a spreadsheet, which would run what begins like a formula. A number stays one. */
export function harmlessCell<T extends string | number | boolean>(value: T): T | string {
  return typeof value === 'string' && formula.test(value) ? `'${value}` : value
}

/** A cell as it was before `harmlessCell`. */
export const plainCell = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')
