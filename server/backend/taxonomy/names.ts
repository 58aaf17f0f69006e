/** A name as it is kept: composed letters, single blanks, none around it, no control characters. */
export function tidyName(name: string): string {
  if (plainWords.test(name)) return name
  return name
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Most names: ASCII words with one blank between two. */
const plainWords = /^([!-~]+( [!-~]+)*)?$/

/** Names are compared without regard to case and to how letters with accents are composed. */
export const nameKey = (name: string) => tidyName(name).toLowerCase()

/** Words in lower case and without accents; whatever is neither letter nor digit parts them. At most 200 letters of each. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.slice(0, 200))
}

const lsidOfWorms = /^urn:lsid:marinespecies\.org:taxname:([1-9][0-9]{0,9})$/i

/** The AphiaID in a WoRMS LSID; null for anything else. */
export function aphiaIdOf(lsid: string | null): number | null {
  const digits = lsidOfWorms.exec(lsid ?? '')?.[1]
  return digits ? Number(digits) : null
}

/** Source: standards of WoRMS, https://www.marinespecies.org/aphia.php?p=webservice. */
export const lsidOf = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
