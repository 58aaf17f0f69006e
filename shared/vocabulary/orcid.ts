/**
 * The last character of an ORCID iD, from the 15 digits before it: `0`–`9`, or `X` for ten.
 * Source: ISO/IEC 7064, MOD 11-2; ORCID, structure of the identifier.
 */
function checkCharacter(digits: string): string {
  let total = 0
  for (const digit of digits) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** Whether a text is an ORCID iD as it is stored, `0000-0002-1825-0097`, with the right check character. */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false
  const digits = text.replaceAll('-', '')
  return checkCharacter(digits.slice(0, 15)) === digits.at(-1)
}

/**
 * An ORCID iD as people write it (with the address before it, without hyphens, with a small x) in the way it is stored.
 * Other text is returned unchanged, without surrounding spaces.
 */
export function tidyOrcid(text: string): string {
  const trimmed = text.trim()
  const characters = trimmed
    .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  return /^\d{15}[\dX]$/.test(characters) ? characters.replace(/(.{4})(?=.)/g, '$1-') : trimmed
}
