const publicDomain = /\bCC[- ]?(?:0|zero)\b|publicdomain\/zero|public domain dedication/i
/** Codes of conditions, by their names in words. */
const conditions: readonly [string, RegExp][] = [
  ['NC', /non[- ]?commercial/i],
  ['ND', /no[- ]?deriv/i],
  ['SA', /share[- ]?alike/i]
]
const inWords = '(?:non[- ]?commercial|no[- ]?deriv(?:ative)?s?(?: works)?|share[- ]?alike)'
const attributions = [
  /\bCC[-_ ]?BY(?:[-_ ](?:NC|ND|SA))*\b/gi,
  /licenses\/by(?:-(?:nc|nd|sa))*\b/gi,
  new RegExp(`\\bCreative Commons Attribution\\b(?:[-, ]+${inWords})*`, 'gi'),
  new RegExp(`\\bAttribution(?:[-, ]+${inWords})+`, 'gi')
]
const versions = /(?:\/|(?:BY|NC|ND|SA|Attribution|Commercial|Deriv\w*|Works|Alike)\)?[-\s,]+(?:v|version\s+)?)([1-4]\.[05])\b/gi

/** SPDX identifier of a licence in words or by its address; null for any other, and for several. Version 4.0 unless another is named. */
export function licenceOf(rights: string | null): string | null {
  if (rights === null) return null
  const names = attributions.flatMap(pattern => rights.match(pattern) ?? []).map(nameOf)
  const found = new Set(publicDomain.test(rights) ? [...names, 'CC0'] : names)
  const [name] = found
  if (name === undefined || found.size > 1) return null
  if (name === 'CC0') return 'CC0-1.0'
  if (isStricter(rights, name)) return null
  const named = new Set([...rights.matchAll(versions)].map(([, version]) => version))
  if (named.size > 1) return null
  const [version = '4.0'] = named
  return `${name}-${version}`
}

function nameOf(mention: string): string {
  const has = (code: string, words: RegExp) => words.test(mention) || new RegExp(`[-_ ]${code}\\b`, 'i').test(mention)
  return ['CC-BY', ...conditions.flatMap(([code, words]) => (has(code, words) ? [code] : []))].join('-')
}

/** True where the words around a licence restrict more than it does. */
const isStricter = (rights: string, name: string) =>
  (/commercial/i.test(rights) && !name.includes('NC')) || conditions.some(([code, words]) => words.test(rights) && !name.includes(code))
