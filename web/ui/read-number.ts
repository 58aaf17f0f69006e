/** Parses a typed number with a decimal point or comma. Returns null for an empty string, and NaN for other text. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (plain === '') return null
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
