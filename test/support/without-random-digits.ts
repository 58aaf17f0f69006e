/** UUIDs, hashes, times, and versions made of a time. */
const randomDigits =
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{64}\b|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|\/v\d{14}\b/g

/** Removes ids, hashes and times from a text that must not contain certain digits, because theirs may happen to be the same. */
export const withoutRandomDigits = (text: string): string => text.replace(randomDigits, '')
