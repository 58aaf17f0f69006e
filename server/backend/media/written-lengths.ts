import { isEmptyCell, type Limits, type Reading, readNumber } from './metadata-values.ts'

/** Length of each unit in metres. A fathom is six feet. Source: international foot of 1959. */
const metersOf = { m: 1, cm: 0.01, km: 1000, ft: 0.3048, fathom: 1.8288 }

export type LengthUnit = keyof typeof metersOf

const spellings: [LengthUnit, RegExp][] = [
  ['m', /^(m|met(er|re)s?)$/],
  ['cm', /^(cm|centimet(er|re)s?)$/],
  ['km', /^(km|kilomet(er|re)s?)$/],
  ['ft', /^(ft|feet|foot)$/],
  ['fathom', /^(fm|fth|ftm|fathoms?)$/]
]

/** Unit of length for a word such as `ft` or `metres`; null if unknown. */
export const lengthUnit = (word: string): LengthUnit | null =>
  spellings.find(([, spelling]) => spelling.test(word.trim().toLowerCase().replace(/\.$/, '')))?.[0] ?? null

const withUnit = /^([+-]?[\d.,]+(?:e[+-]?\d{1,3})?)\s*([a-z]+\.?)$/i
/** Matches a number that must have a decimal comma. Three digits after the comma do not match, because `1,250 m` is ambiguous. */
const plainlyDecimal = /^[+-]?\d+,(\d{1,2}|\d{4,})$/

/**
 * Reads a length and converts it to metres, to a micrometre: `12.5`, `12 m`, `12,5 m`, `40 ft`. A unit in the cell takes precedence over that of the
 * column.
 * @param limits range in metres
 */
export function readMeters(text: string, limits: Limits, decimalComma: boolean, columnUnit: LengthUnit = 'm'): Reading<number> {
  if (isEmptyCell(text)) return null
  const [, number = text, word] = withUnit.exec(text.trim()) ?? []
  const unit = word === undefined ? columnUnit : lengthUnit(word)
  if (unit === null) return readNumber(text, limits, decimalComma)
  const factor = metersOf[unit]
  const written = { min: limits.min / factor, max: limits.max / factor, unit: unit === 'm' ? limits.unit : ` ${unit}` }
  const comma = decimalComma || (word !== undefined && plainlyDecimal.test(number))
  const reading = readNumber(number, roundedOut(written), comma)
  if (!reading || 'problem' in reading) return reading
  return { value: unit === 'm' ? reading.value : Number((reading.value * factor).toFixed(6)) }
}

const roundedOut = ({ min, max, unit }: Limits): Limits => ({ min: Math.ceil(min), max: Math.floor(max), unit })
