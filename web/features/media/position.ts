/** Parser for latitudes and longitudes in decimal degrees, degrees and minutes, or degrees, minutes and seconds. */

const hemispheres: Record<string, 1 | -1> = { N: 1, E: 1, S: -1, W: -1 }

/**
 * Reads a coordinate such as `-122.07`, `122.07 W`, `122° 4.2′ W` or `122 4 12 W`. A decimal comma is accepted.
 * @param limit 90 for a latitude, 180 for a longitude
 * @returns decimal degrees, or null for other text and for values beyond the limit
 */
export function readDegrees(text: string, limit: 90 | 180): number | null {
  const clean = text.trim().toUpperCase().replaceAll('−', '-').replaceAll(',', '.')
  const match = /^([NSEW])?\s*(-?)\s*(\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['′]?\s*)?(?:(\d+(?:\.\d+)?)\s*["″]?\s*)?([NSEW])?$/.exec(
    clean
  )
  if (!match) return null
  const [, before, minus, degrees = '', minutes = '0', seconds = '0', after] = match
  const side = before ?? after
  if ((before && after) || (side && minus) || (side && !(limit === 90 ? 'NS' : 'EW').includes(side))) return null
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  if (value > limit) return null
  const sign = minus ? -1 : side ? hemispheres[side]! : 1
  return sign * Number(value.toFixed(7))
}
