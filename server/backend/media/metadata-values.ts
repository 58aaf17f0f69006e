/** Result of reading a cell: its value, the problem with its content, or null if the cell is empty. */
export type Reading<T> = { value: T } | { problem: string } | null

export interface Limits {
  min: number
  max: number
  /** Unit shown after a number, with a leading space if needed. */
  unit: string
}

const emptyCell = /^\s*(?:na|n\/a|nan|null|none|--?)?\s*$/i

export const isEmptyCell = (text: string) => emptyCell.test(text)

/** Reads a decimal number within limits. With `decimalComma`, it also accepts `36,79` for 36.79. */
export function readNumber(text: string, limits: Limits, decimalComma: boolean): Reading<number> {
  if (isEmptyCell(text)) return null
  const plain = decimalComma ? text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : text.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) return { problem: `“${shorten(text)}” is not a number` }
  const value = Number(plain)
  if (value < limits.min || value > limits.max)
    return { problem: `${shorten(plain)} is not between ${limits.min} and ${limits.max}${limits.unit}` }
  return { value }
}

export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
