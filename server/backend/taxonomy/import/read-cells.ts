import { isEmptyCell } from '../../media/metadata-values.ts'
import { tidyName } from '../names.ts'
import type { LabelState } from '../rows.ts'

/** Environments by column, as in GBIF's Species Profile and WoRMS. */
export const environmentColumns = {
  isMarine: 'marine',
  isBrackish: 'brackish',
  isFreshwater: 'freshwater',
  isTerrestrial: 'terrestrial'
} as const satisfies Record<string, LabelState['environments'][number]>

const environments = Object.values(environmentColumns)

/** Parses a yes/no cell; null for any other text. */
export function readFlag(cell: string): boolean | null {
  if (/^(1|true|yes|y|t)$/i.test(cell)) return true
  return /^(0|false|no|n|f)$/i.test(cell) ? false : null
}

/** Parses a list of environments such as `marine | brackish`; null if it contains any other word. */
export function readEnvironments(cell: string): LabelState['environments'] | null {
  const words = cell
    .toLowerCase()
    .split(/\s*[|;,]\s*/)
    .filter(Boolean)
  const known = environments.filter(each => words.includes(each))
  return known.length === new Set(words).size ? known : null
}

const redList: Record<NonNullable<LabelState['conservationStatus']>, string> = {
  NE: 'not evaluated',
  DD: 'data deficient',
  LC: 'least concern',
  NT: 'near threatened',
  VU: 'vulnerable',
  EN: 'endangered',
  CR: 'critically endangered',
  EW: 'extinct in the wild',
  EX: 'extinct'
}

/** Parses an IUCN Red List category given by its code, its name, or both; null for any other text. */
export function readConservation(cell: string): LabelState['conservationStatus'] {
  const words = cell
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/ \([a-z]{2}\)$/, '')
  const found = Object.entries(redList).find(([code, name]) => words === code.toLowerCase() || words === name)
  return found ? (found[0] as LabelState['conservationStatus']) : null
}

const separator = /\s*\|\s*/

/**
 * Parses vernacular names and their languages from two cells with values separated by `|`. There is one language per name, or one for all
 * names.
 * @returns also `fault`, an error message when the languages cannot be parsed, which leaves the language of the names unknown
 */
export function readVernacular(names: string, languages: string): { names: LabelState['vernacularNames']; fault: string | null } {
  const [all, codes] = [names.split(separator).map(tidyName), languages.split(separator)]
  const wrong = codes.find(code => !isEmptyCell(code) && !isLanguage(code))
  const fits = codes.length === 1 || codes.length === all.length
  const languageOf = (at: number) => (fits ? (codes.length === 1 ? codes[0] : codes[at]) : undefined) ?? ''
  const fault =
    wrong !== undefined
      ? `“${wrong.slice(0, 60)}” is not a language code such as en`
      : fits
        ? null
        : `lists ${codes.length} languages for ${all.length} ${all.length === 1 ? 'name' : 'names'}`
  return {
    names: all.flatMap((name, at) => (name === '' ? [] : [{ name, language: isLanguage(languageOf(at)) ? languageOf(at) : 'und' }])),
    fault
  }
}

const isLanguage = (code: string) => /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(code)
