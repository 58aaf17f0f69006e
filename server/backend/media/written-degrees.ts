import { isEmptyCell, type Reading, readNumber, shorten } from './metadata-values.ts'

/** Axis of a coordinate. `eastward` is for longitudes from 0 to 360; see `isEastward`. */
export type Axis = 'latitude' | 'longitude' | 'eastward'

const limitsOf: Record<Axis, { min: number; max: number; unit: string }> = {
  latitude: { min: -90, max: 90, unit: '°' },
  longitude: { min: -180, max: 180, unit: '°' },
  eastward: { min: -180, max: 360, unit: '°' }
}

/**
 * Reads an angle as people and instruments write it, to 1e-9°. Supported notations:
 * - decimal degrees: `-36.79`, `122.07 W`
 * - degrees and minutes: `40°03.074' N`, `40 03.074 N`
 * - degrees, minutes and seconds: `40°03'04.4"N`, `40 03 04.4 N`, `40:03:04.4 N`
 * - the packed form of GPS receivers (ISO 6709, NMEA 0183): `N4003.074`, `W03015.074`
 *
 * An angle may have a sign or a hemisphere, but not both. Minutes and seconds must be below 60, and only the last part may have decimals.
 */
export function readDegrees(text: string, axis: Axis, decimalComma: boolean): Reading<number> {
  if (plainDecimal.test(text)) return readNumber(text, limitsOf[axis], decimalComma) // fast path: navigation files have millions of fixes in this notation
  if (isEmptyCell(text)) return null
  const { hemisphere, rest } = withoutHemisphere(text.trim(), axis)
  if (hemisphere !== null && /^[-+−]/.test(rest)) return { problem: `“${shorten(text)}” has both a sign and a hemisphere` }
  const isNegative = hemisphere === 'S' || hemisphere === 'W'
  const reading = degreesOf(rest, axis, { decimalComma, mayBePacked: hemisphere !== null })
  if (!reading || 'problem' in reading) return reading ?? { problem: `“${shorten(text)}” is not a number` }
  if (reading.value > 180 && hemisphere !== null) return { problem: `${shorten(text)} is not between 0 and 180°` }
  return { value: isNegative && reading.value !== 0 ? -reading.value : reading.value }
}

/** Whether a column has longitudes from 0 to 360 (eastward): at least one exceeds 180 and none is negative. */
export const isEastward = ({ least, most }: { least: number; most: number }) => most > 180 && least >= 0

/** Converts a longitude from the range 0 to 360 to the range −180 to 180. */
export const signedLongitude = (degrees: number) => (degrees > 180 ? Number((degrees - 360).toFixed(9)) : degrees)

const plainDecimal = /^[+-]?\d+\.\d*$/
const northOrSouth = /^(?:([NS])\s*(.*\d.*)|(.*\d[^a-z]*)([NS]))$/i
const eastOrWest = /^(?:([EW])\s*(.*\d.*)|(.*\d[^a-z]*)([EW]))$/i

function withoutHemisphere(text: string, axis: Axis): { hemisphere: string | null; rest: string } {
  const match = (axis === 'latitude' ? northOrSouth : eastOrWest).exec(text)
  if (!match) return { hemisphere: null, rest: text }
  return { hemisphere: (match[1] ?? match[4] ?? '').toUpperCase(), rest: (match[2] ?? match[3] ?? '').trim() }
}

/** Separators between the parts of an angle, as people and software write them. */
const separators = /[°º˚′'’´″"”“:]/g
const packedLatitude = /^(\d{2})(\d{2}(?:\.\d+)?)$/
const packedLongitude = /^(\d{2,3})(\d{2}(?:\.\d+)?)$/

function degreesOf(
  text: string,
  axis: Axis,
  { decimalComma, mayBePacked }: { decimalComma: boolean; mayBePacked: boolean }
): Reading<number> {
  const parts = text.replace('−', '-').replace(separators, ' ').trim().split(/\s+/)
  const [first = '', second, third, more] = parts
  const inPacks = mayBePacked && second === undefined ? (axis === 'latitude' ? packedLatitude : packedLongitude).exec(dotted(first)) : null
  if (inPacks?.[1] && inPacks[2]) return sexagesimal([inPacks[1], inPacks[2]], axis, text)
  if (second === undefined) return readNumber(first, limitsOf[axis], decimalComma)
  if (more !== undefined) return { problem: `“${shorten(text)}” is not an angle in degrees, minutes and seconds` }
  return sexagesimal([first, second, third].filter(part => part !== undefined).map(dotted), axis, text)

  function dotted(part: string): string {
    return decimalComma || parts.length > 1 ? part.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : part
  }
}

function sexagesimal(parts: string[], axis: Axis, text: string): Reading<number> {
  const whole = parts.slice(0, -1)
  const last = parts.at(-1) ?? ''
  const isWritten = whole.every((part, at) => (at === 0 ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(part)) && /^\d{1,2}(\.\d*)?$/.test(last)
  if (!isWritten) return { problem: `“${shorten(text)}” is not an angle in degrees, minutes and seconds` }
  const [degrees = '', minutes = '0', seconds = '0'] = parts
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return { problem: `“${shorten(text)}” has minutes or seconds of 60 or more` }
  const size = Number((Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600).toFixed(9))
  const value = degrees.startsWith('-') && size !== 0 ? -size : size // the sign also counts before a zero: -0 30 is half a degree south
  const { min, max, unit } = limitsOf[axis]
  return value < min || value > max ? { problem: `${shorten(text)} is not between ${min} and ${max}${unit}` } : { value }
}
