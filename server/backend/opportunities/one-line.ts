/**
 * Puts a text on one line. Control characters become spaces. Marks that change the writing direction, and invisible characters, are
 * removed.
 */
export const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, '')
    .trim()
