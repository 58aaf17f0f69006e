import { wrapLongitude } from '../../../../shared/navigation/fix.ts'

const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i
const signs = /[°º˚'’′"”″:\s\uFFFD]+/g

/**
 * Degrees of a cell: decimal, degrees and minutes (`40° 03.074′ N`), or degrees, minutes and seconds; the hemisphere before or behind.
 * Longitudes count to 180 or to 360.
 * @returns NaN when it cannot be read or lies outside; null when the cell is empty
 */
export function readCoordinate(cell: string, axis: 'latitude' | 'longitude', decimalComma: boolean): number | null {
  const text = decimalComma ? cell.trim().replace(',', '.') : cell.trim()
  if (text === '' || /^(na|n\/a|nan|null|none|-+)$/i.test(text)) return null
  if (plain.test(text)) return within(Number(text), axis)
  const letters = axis === 'latitude' ? 'NS' : 'EW'
  const found = new RegExp(`^([${letters}])?\\s*([^A-Z]*\\d[^A-Z]*?)\\s*([${letters}])?$`, 'i').exec(text)
  const [before, body, behind] = [found?.[1], found?.[2], found?.[3]]
  if (!body || (before && behind)) return Number.NaN
  const hemisphere = (before ?? behind)?.toUpperCase()
  const isNegative = body.startsWith('-')
  if (hemisphere && /^[+-]/.test(body)) return Number.NaN
  const parts = body.replace(/^[+-]/, '').replace(signs, ' ').trim().split(' ')
  const last = parts.length - 1
  const isSound = parts.length <= 3 && parts.every((part, at) => (at === last ? /^\d+(\.\d*)?$/ : /^\d+$/).test(part))
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Number)
  if (!isSound || minutes >= 60 || seconds >= 60) return Number.NaN
  const size = degrees + minutes / 60 + seconds / 3600
  return within(isNegative || hemisphere === 'S' || hemisphere === 'W' ? -size : size, axis)
}

function within(degrees: number, axis: 'latitude' | 'longitude'): number {
  if (axis === 'latitude') return Math.abs(degrees) <= 90 ? degrees : Number.NaN
  return degrees >= -180 && degrees <= 360 ? wrapLongitude(degrees) : Number.NaN
}
