/**
 * Formats a text as a single line. Control characters become spaces. Invisible characters, and marks that change the writing direction, are removed.
 */
export const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, '')
    .trim()
