const degrees = /^(\d+(?:[.,]\d+)?)\s*°?\s*([NSEW])$/i

/** Maximum length of a text to parse as a number. On longer ones, the regular expressions would be slow. */
const longest = 40

/** Parses a number with a decimal point or comma, or degrees with a hemisphere letter; null for any other text. */
export function typedNumber(text: string): number | null {
  if (text.length > longest) return null
  const [, size, letter] = degrees.exec(text) ?? []
  const sign = letter && 'SW'.includes(letter.toUpperCase()) ? -1 : 1
  const digits = (size ?? text).replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(digits) ? sign * Number(digits) : null
}
