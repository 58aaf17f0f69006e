const known: readonly [RegExp, string][] = [
  [/\bCC[- ]?0\b|publicdomain\/zero|public domain dedication/i, 'CC0-1.0'],
  [/\bCC[- ]BY[- ]NC[- ]ND\b|licenses\/by-nc-nd/i, 'CC-BY-NC-ND-4.0'],
  [/\bCC[- ]BY[- ]NC[- ]SA\b|licenses\/by-nc-sa/i, 'CC-BY-NC-SA-4.0'],
  [/\bCC[- ]BY[- ]NC\b|licenses\/by-nc\b|Attribution[- ]Non[- ]?Commercial/i, 'CC-BY-NC-4.0'],
  [/\bCC[- ]BY[- ]SA\b|licenses\/by-sa|Attribution[- ]ShareAlike/i, 'CC-BY-SA-4.0'],
  [/\bCC[- ]BY[- ]ND\b|licenses\/by-nd/i, 'CC-BY-ND-4.0'],
  [/\bCC[- ]BY\b|licenses\/by\b|Creative Commons Attribution\b/i, 'CC-BY-4.0']
]

/** Returns the SPDX identifier of a licence given by its name or address; null for any other licence. The version is 4.0 unless another is given. */
export function licenceOf(rights: string | null): string | null {
  const found = known.find(([pattern]) => rights !== null && pattern.test(rights))?.[1]
  const version = found && found !== 'CC0-1.0' ? /(?:\/|BY\S*\)?\s+v?)([123]\.[05])\b/i.exec(rights ?? '')?.[1] : undefined
  return found ? (version ? found.replace('4.0', version) : found) : null
}
