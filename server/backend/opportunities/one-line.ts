/** A text on one line, without control characters and marks that turn the direction of the text around it. */
export const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/g, '')
    .trim()
