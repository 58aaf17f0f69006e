/** Removes characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
export const writable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

/** Returns a trimmed string; null for an empty string and for any other type. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && writable(value).trim()) || null

/** Maximum length in characters of an identifier that fits into an index. */
export const longestIdentifier = 500

/** @returns null for an identifier that is empty or too long */
export function identifierOf(text: string | null): string | null {
  const identifier = writable(text ?? '')
  return identifier !== '' && identifier.length <= longestIdentifier ? identifier : null
}
