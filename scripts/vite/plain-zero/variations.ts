/** Movements of the points of a glyph at a weight. The last four points are its sides. */
export interface Movement {
  /** Entry of the table for this weight, without its size. */
  tuple: Buffer
  x: number[]
  y: number[]
}

const offsetsAt = 20

/** Returns the movements of a glyph. @param points number of its points, including its sides */
export function readMovements(gvar: Buffer, glyph: number, points: number): Movement[] {
  const data = gvar.subarray(...rangeOf(gvar, glyph))
  const count = data.readUInt16BE(0)
  let at = data.readUInt16BE(2)
  if (count & 0x8000) at = passAllPoints(data, at)
  let entry = 4
  return Array.from({ length: count & 0x0fff }, () => {
    const flags = data.readUInt16BE(entry + 2)
    const length = 4 + 2 * axes(gvar) * ((flags & 0x8000 ? 1 : 0) + (flags & 0x4000 ? 2 : 0))
    const tuple = data.subarray(entry + 2, entry + length)
    const end = at + data.readUInt16BE(entry)
    const numbers = readNumbers(data, flags & 0x2000 ? passAllPoints(data, at) : at, 2 * points)
    entry += length
    at = end
    return { tuple, x: numbers.slice(0, points), y: numbers.slice(points) }
  })
}

/** Returns the table with new movements for a glyph. */
export function writeMovements(gvar: Buffer, glyph: number, movements: Movement[]): Buffer {
  const numbers = movements.map(({ x, y }) => Buffer.concat([writeNumbers(x), writeNumbers(y)]))
  const entries = movements.map(({ tuple }, index) => {
    const entry = Buffer.concat([Buffer.alloc(2), tuple])
    entry.writeUInt16BE(numbers[index]!.length, 0)
    // all movements share one list of points; an empty list stands for all points
    entry.writeUInt16BE(tuple.readUInt16BE(0) & ~0x2000, 2)
    return entry
  })
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0x8000 | movements.length, 0)
  head.writeUInt16BE(4 + Buffer.concat(entries).length, 2)
  const data = Buffer.concat([head, ...entries, Buffer.alloc(1), ...numbers])
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])

  const [start, end] = rangeOf(gvar, glyph)
  const table = Buffer.concat([gvar.subarray(0, start), padded, gvar.subarray(end)])
  const size = isLong(gvar) ? 4 : 2
  for (let index = glyph + 1; index <= gvar.readUInt16BE(12); index++) {
    const at = offsetsAt + size * index
    const offset = gvar.readUIntBE(at, size) + (padded.length - (end - start)) / (size === 4 ? 1 : 2)
    table.writeUIntBE(offset, at, size)
  }
  return table
}

const axes = (gvar: Buffer) => gvar.readUInt16BE(4)
const isLong = (gvar: Buffer) => (gvar.readUInt16BE(14) & 1) === 1

function rangeOf(gvar: Buffer, glyph: number): [number, number] {
  const size = isLong(gvar) ? 4 : 2
  const offset = (index: number) => gvar.readUIntBE(offsetsAt + size * index, size) * (size === 4 ? 1 : 2)
  const start = gvar.readUInt32BE(16)
  return [start + offset(glyph), start + offset(glyph + 1)]
}

function passAllPoints(data: Buffer, at: number): number {
  if (data[at] !== 0) throw new Error('A weight moves only some points of the glyph')
  return at + 1
}

/** Reads numbers that are stored in runs. The numbers of a run are all zero, or take one byte each, or two bytes each. */
function readNumbers(data: Buffer, start: number, count: number): number[] {
  const numbers: number[] = []
  let at = start
  while (numbers.length < count) {
    const run = data[at++]!
    const size = run & 0x80 ? 0 : run & 0x40 ? 2 : 1
    for (let left = (run & 0x3f) + 1; left > 0; left--, at += size) numbers.push(size === 0 ? 0 : data.readIntBE(at, size))
  }
  return numbers
}

function writeNumbers(numbers: number[]): Buffer {
  const isWide = numbers.some(number => number < -128 || number > 127)
  const size = isWide ? 2 : 1
  const runs: Buffer[] = []
  for (let start = 0; start < numbers.length; start += 64) {
    const run = numbers.slice(start, start + 64)
    const bytes = Buffer.alloc(1 + size * run.length)
    bytes[0] = (isWide ? 0x40 : 0) | (run.length - 1)
    for (const [index, number] of run.entries()) bytes.writeIntBE(number, 1 + size * index, size)
    runs.push(bytes)
  }
  return Buffer.concat(runs)
}
