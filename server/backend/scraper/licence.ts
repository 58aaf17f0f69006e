const publicDomain = /\bCC[- ]?(?:0|zero)\b|publicdomain\/zero|public domain dedication/i
/** Codes of licence conditions, with patterns of their names. */
const conditions: readonly [string, RegExp][] = [
  ['NC', /non[- ]?commercial/i],
  ['ND', /non?[- ]?deriv/i],
  ['SA', /share[- ]?alike/i]
]
const inWords = '(?:non[- ]?commercial|non?[- ]?deriv(?:ative)?s?(?: works)?|share[- ]?alike)'
const attributions = [
  /\bCC[-_ ]?BY(?:[-_,/+ ]*(?:NC|ND|SA))*\b/gi,
  /licenses\/by(?:-(?:nc|nd|sa))*\b/gi,
  new RegExp(`\\bCreative Commons Attribution\\b(?:[-, ]+${inWords})*`, 'gi'),
  new RegExp(`\\bAttribution(?:[-, ]+${inWords})+`, 'gi')
]
const versions =
  /(?:\/|(?:BY|NC|ND|SA|Attribution|Commercial|Deriv|Derivs|Derivative|Derivatives|Works|Alike)\)?[- ,]+(?:v|version )?)([1-4]\.[05])\b/gi
/** Maximum length of a licence statement in characters. A longer text is assumed to cover more than one licence. */
const longestStatement = 10_000

/**
 * Returns the SPDX identifier of a Creative Commons licence given by its name or address. Null for any other licence, for several licences, and for
 * added restrictions. The version of a CC BY licence defaults to 4.0.
 */
export function licenceOf(rights: string | null): string | null {
  if (rights === null || rights.length > longestStatement) return null
  const text = rights
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
  const names = attributions.flatMap(pattern => text.match(pattern) ?? []).map(nameOf)
  const found = new Set(publicDomain.test(text) ? [...names, 'CC0'] : names)
  const [name] = found
  if (name === undefined || found.size > 1 || name.includes('ND-SA') || isStricter(text, name)) return null
  if (name === 'CC0') return 'CC0-1.0'
  const named = new Set([...text.matchAll(versions)].map(([, version]) => version))
  if (named.size > 1) return null
  const [version = '4.0'] = named
  return `${name}-${version}`
}

function nameOf(mention: string): string {
  const has = (code: string, words: RegExp) => words.test(mention) || new RegExp(`(?:[-_,/+ ]|BY|NC|ND|SA)${code}`, 'i').test(mention)
  return ['CC-BY', ...conditions.flatMap(([code, words]) => (has(code, words) ? [code] : []))].join('-')
}

/** Whether the text around a licence name adds restrictions to the licence. */
const isStricter = (text: string, name: string) =>
  (/commercial/i.test(text) && name !== 'CC0' && !name.includes('NC')) ||
  conditions.some(([code, words]) => (words.test(text) || new RegExp(`\\b${code}\\b`).test(text)) && !name.includes(code))
