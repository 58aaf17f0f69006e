/**
 * Check character of an ORCID iD, from the 15 digits before it: `0`–`9`, or `X` for ten.
 * Source: ISO/IEC 7064, MOD 11-2; ORCID, structure of the identifier.
 */
function checkCharacter(digits: string): string {
  let total = 0
  for (const digit of digits) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** Whether a text is an ORCID iD in its stored form, `0000-0002-1825-0097`, with the correct check character. */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false
  const digits = text.replaceAll('-', '')
  return checkCharacter(digits.slice(0, 15)) === digits.at(-1)
}

/** Stored form of an ORCID iD that was entered with a URL, without hyphens, or with a lower-case x. Other text is only trimmed. */
export function tidyOrcid(text: string): string {
  const trimmed = text.trim()
  const characters = trimmed
    .replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  return /^\d{15}[\dX]$/.test(characters) ? characters.replace(/(.{4})(?=.)/g, '$1-') : trimmed
}
