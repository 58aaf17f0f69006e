import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Fix } from '../../../shared/navigation/fix.ts'

/** Maximum number of fixes in a block, which spans at most an hour. Unpacking a block takes a few milliseconds. */
export const mostFixesOfBlock = 12_000
export const longestBlockMs = 3_600_000

/** Columns of a packed block in order, with the steps per unit. Positions are stored to 1e-7°, about a centimetre. */
const columns: [keyof Fix, perUnit: number][] = [
  ['timeMs', 1],
  ['latitude', 1e7],
  ['longitude', 1e7],
  ['depthInMeters', 100],
  ['altitudeInMeters', 100],
  ['headingDegrees', 100],
  ['pitchDegrees', 100],
  ['rollDegrees', 100]
]

const version = 1
/** Length in bytes of the longest number. At seven bits per byte, 2^53 takes eight bytes. */
const longestNumber = 8

/**
 * Packs fixes in chronological order, column by column. Each value is stored as its difference from the previous value, in as few bytes as possible.
 * A difference is zigzag-encoded and then increased by one, because 0 stands for a missing value. The result is compressed with zstd.
 */
export function packFixes(fixes: readonly Fix[]): Uint8Array {
  if (fixes.length > mostFixesOfBlock) throw new RangeError(`a block holds up to ${mostFixesOfBlock} fixes, not ${fixes.length}`)
  const bytes = Buffer.alloc(1 + longestNumber + fixes.length * columns.length * longestNumber)
  bytes[0] = version
  let at = writeNumber(bytes, 1, fixes.length)
  for (const [column, perUnit] of columns) {
    let before = 0
    for (const fix of fixes) {
      const value = fix[column]
      if (value === null) at = writeNumber(bytes, at, 0)
      else {
        const whole = Math.round(value * perUnit)
        const change = whole - before
        at = writeNumber(bytes, at, 1 + (change < 0 ? -2 * change - 1 : 2 * change))
        before = whole
      }
    }
  }
  return zstdCompressSync(bytes.subarray(0, at))
}

/** @throws when the bytes were not written by {@link packFixes} */
export function unpackFixes(packed: Uint8Array): Fix[] {
  const maxOutputLength = 1 + longestNumber + mostFixesOfBlock * columns.length * longestNumber
  const bytes = zstdDecompressSync(packed, { maxOutputLength })
  if (bytes[0] !== version) throw new Error(`navigation is packed in version ${bytes[0]}, which this version of Isobath cannot read`)
  const place = { at: 1 }
  const count = readNumber(bytes, place)
  const fixes = Array.from(
    { length: count },
    (): Fix => ({
      timeMs: 0,
      latitude: 0,
      longitude: 0,
      depthInMeters: null,
      altitudeInMeters: null,
      headingDegrees: null,
      pitchDegrees: null,
      rollDegrees: null
    })
  )
  for (const [column, perUnit] of columns) {
    let before = 0
    for (const fix of fixes) {
      const moved = readNumber(bytes, place)
      if (moved === 0) continue
      const zigzag = moved - 1
      before += zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2
      fix[column] = before / perUnit
    }
  }
  if (place.at !== bytes.length) throw new Error('a block of navigation is damaged')
  return fixes
}

/** Writes a number, which may exceed the 2^31 limit of bit shifts. @returns position of the next number */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  while (rest >= 128) {
    bytes[at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  bytes[at++] = rest
  return at
}

function readNumber(bytes: Uint8Array, place: { at: number }): number {
  let value = 0
  let factor = 1
  for (;;) {
    const byte = bytes[place.at++]
    if (byte === undefined) throw new Error('a block of navigation is damaged')
    if (byte < 128) return value + byte * factor
    value += (byte - 128) * factor
    factor *= 128
  }
}
