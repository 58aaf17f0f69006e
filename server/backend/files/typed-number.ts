const degrees = /^(\d+(?:[.,]\d+)?)\s*°?\s*([NSEW])$/i

/** Longest text that is read as a number. Longer ones would keep the patterns busy. */
const longest = 40

/** Number with a decimal point or comma, or degrees with a letter for the hemisphere; null for any other text. */
export function typedNumber(text: string): number | null {
  if (text.length > longest) return null
  const [, size, letter] = degrees.exec(text) ?? []
  const sign = letter && 'SW'.includes(letter.toUpperCase()) ? -1 : 1
  const digits = (size ?? text).replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(digits) ? sign * Number(digits) : null
}
