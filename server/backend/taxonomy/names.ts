/** Normalises a name for storage: composed letters and single spaces, without surrounding spaces or control characters. */
export function tidyName(name: string): string {
  if (plainWords.test(name)) return name
  return name
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Names that are already normalised: ASCII words separated by single spaces. */
const plainWords = /^([!-~]+( [!-~]+)*)?$/

/** Returns the key for comparing names. The key ignores case and the composition of accented letters. */
export const nameKey = (name: string) => tidyName(name).toLowerCase()

/** Splits a text into lower-case words without accents. Words consist of letters and digits, and are truncated to 200 characters. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.slice(0, 200))
}

const lsidOfWorms = /^urn:lsid:marinespecies\.org:taxname:([1-9][0-9]{0,9})$/i

/** Extracts the AphiaID from a WoRMS LSID; null for any other text. */
export function aphiaIdOf(lsid: string | null): number | null {
  const digits = lsidOfWorms.exec(lsid ?? '')?.[1]
  return digits ? Number(digits) : null
}

/** Returns the WoRMS LSID of an AphiaID. Source: standards of WoRMS, https://www.marinespecies.org/aphia.php?p=webservice. */
export const lsidOf = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`
