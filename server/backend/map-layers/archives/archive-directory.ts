import { ArchiveFault } from './archive-fault.ts'

/** Directory of an archive, column by column. */
export interface ArchiveDirectory {
  /** Number of the first tile of each entry, ascending. */
  numbers: Float64Array
  /** Number of consecutive tiles that share the entry; 0 for another directory. */
  runs: Uint32Array
  offsets: Float64Array
  lengths: Uint32Array
}

export interface DirectoryEntry {
  isDirectory: boolean
  /** Place in bytes from the start of the directories or of the tiles. */
  offset: number
  length: number
}

/** Minimum size of an entry in bytes: one byte for each of its four values. */
const leastEntryBytes = 4
export const entryBytesInMemory = 24
const largest32 = 2 ** 32 - 1

/**
 * Reads a directory that is no longer compressed. The memory of the result is bounded by the size of `bytes`.
 * Source: PMTiles specification 3, section 4.2.
 * @throws ArchiveFault
 */
export function archiveDirectory(bytes: Buffer): ArchiveDirectory {
  const next = numbersIn(bytes)
  const count = next()
  if (count === 0) throw new ArchiveFault('one of its directories is empty')
  if (count * leastEntryBytes > bytes.length) throw new ArchiveFault('one of its directories has fewer entries than it states')
  const numbers = new Float64Array(count)
  for (let index = 0, number = 0; index < count; index++) {
    const step = next()
    number += step
    if ((step === 0 && index > 0) || !Number.isSafeInteger(number))
      throw new ArchiveFault('the tiles of one of its directories are not in order')
    numbers[index] = number
  }
  const [runs, lengths] = [new Uint32Array(count), new Uint32Array(count)]
  for (let index = 0; index < count; index++) runs[index] = in32Bits(next())
  for (let index = 0; index < count; index++) lengths[index] = in32Bits(next())
  const offsets = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const value = next()
    if (value === 0 && index === 0) throw new ArchiveFault('one of its directories has no offset for its first entry')
    offsets[index] = value > 0 ? value - 1 : offsets[index - 1]! + lengths[index - 1]!
  }
  return { numbers, runs, offsets, lengths }
}

/** Entry for a tile, found by bisection; null if there is none. */
export function entryFor({ numbers, runs, offsets, lengths }: ArchiveDirectory, number: number): DirectoryEntry | null {
  let [low, high] = [0, numbers.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! <= number) low = middle + 1
    else high = middle - 1
  }
  if (high < 0) return null
  const run = runs[high]!
  if (run > 0 && number - numbers[high]! >= run) return null
  return { isDirectory: run === 0, offset: offsets[high]!, length: lengths[high]! }
}

function in32Bits(value: number): number {
  if (value > largest32) throw new ArchiveFault('one of its directories has a length beyond 4 GB')
  return value
}

/** Returns a function that reads the next variable-length number. */
function numbersIn(bytes: Buffer): () => number {
  let at = 0
  return () => {
    if (at < bytes.length && bytes[at]! < 0x80) return bytes[at++]! // most numbers have one byte
    let value = 0
    let factor = 1
    for (let byte = 0x80; byte >= 0x80; factor *= 0x80) {
      if (at >= bytes.length) throw new ArchiveFault('one of its directories ends early')
      byte = bytes[at++]!
      value += (byte & 0x7f) * factor
      if (!Number.isSafeInteger(value) || factor > 2 ** 49)
        throw new ArchiveFault('one of its directories has a number too large for any file')
    }
    return value
  }
}
