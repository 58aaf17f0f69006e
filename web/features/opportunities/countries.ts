const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Region codes that are not countries: unions, reserved codes and unknown regions. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export const countryName = (code: string): string => names.of(code) ?? code

/** Returns all countries sorted by name, with their ISO 3166-1 codes. */
export const countries = (): { value: string; label: string }[] =>
  letters
    .flatMap(first => letters.map(second => first + second))
    .filter(code => !noCountries.has(code) && names.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map(code => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label))
