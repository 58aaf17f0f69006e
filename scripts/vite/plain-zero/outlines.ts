/** Point of an outline, relative to the origin of its glyph. */
export interface Point {
  x: number
  y: number
  isOn: boolean
}

/** Outline of a glyph, contour by contour. */
export type Outline = Point[][]

/** Position in each of the streams that hold the outlines. */
type Positions = Record<'contours' | 'counts' | 'flags' | 'points' | 'parts', number>

const streams = ['contours', 'counts', 'flags', 'points', 'parts', 'boxes', 'instructions'] as const
const sizesAt = 8
const streamsAt = sizesAt + 4 * streams.length

/** Returns the outline of a glyph in a transformed `glyf` table of a WOFF2 font. */
export function readOutline(glyf: Buffer, glyph: number): Outline {
  const start = walk(glyf, glyph)
  const { flags, points } = start
  const counts = countsOf(glyf, start)
  let [flagAt, at, x, y] = [flags, points, 0, 0]
  return counts.map(count =>
    Array.from({ length: count }, () => {
      const flag = glyf[flagAt++]!
      const { dx, dy, bytes } = readStep(glyf, flag & 0x7f, at)
      at += bytes
      x += dx
      y += dy
      return { x, y, isOn: flag < 0x80 }
    })
  )
}

/** Returns the table with a new outline for a glyph. The bounding box of the glyph stays the same. */
export function writeOutline(glyf: Buffer, glyph: number, outline: Outline): Buffer {
  const from = walk(glyf, glyph)
  const to = walk(glyf, glyph + 1)
  const steps = outline.flat().map((point, index, all) => writeStep(point, all[index - 1]))
  const instructions = glyf.subarray(pointsEnd(glyf, from), to.points)
  const replaced: Partial<Record<(typeof streams)[number], Buffer>> = {
    contours: int16(outline.length),
    counts: Buffer.from(outline.map(({ length }) => length)),
    flags: Buffer.from(steps.map(({ flag }) => flag)),
    points: Buffer.concat([...steps.map(({ bytes }) => bytes), instructions])
  }
  const head = Buffer.from(glyf.subarray(0, streamsAt))
  const parts: Buffer[] = []
  const starts = startsOf(glyf)
  for (const [index, name] of streams.entries()) {
    const stream = glyf.subarray(starts[name], starts[name] + glyf.readUInt32BE(sizesAt + 4 * index))
    const bytes = replaced[name]
    if (!bytes) {
      parts.push(stream)
      continue
    }
    const [first, last] = [from[name as keyof Positions], to[name as keyof Positions]]
    parts.push(glyf.subarray(starts[name], first), bytes, stream.subarray(last - starts[name]))
    head.writeUInt32BE(stream.length + bytes.length - (last - first), sizesAt + 4 * index)
  }
  const end = starts.instructions + glyf.readUInt32BE(sizesAt + 4 * streams.indexOf('instructions'))
  return Buffer.concat([head, ...parts, glyf.subarray(end)])
}

function startsOf(glyf: Buffer): Record<(typeof streams)[number], number> {
  let at = streamsAt
  const starts = { contours: 0, counts: 0, flags: 0, points: 0, parts: 0, boxes: 0, instructions: 0 }
  for (const [index, name] of streams.entries()) {
    starts[name] = at
    at += glyf.readUInt32BE(sizesAt + 4 * index)
  }
  return starts
}

/** Returns the positions at which a glyph begins in the streams. The font has no index of glyphs, so all preceding glyphs are read. */
function walk(glyf: Buffer, glyph: number): Positions {
  const { contours, counts, flags, points, parts } = startsOf(glyf)
  const at: Positions = { contours, counts, flags, points, parts }
  for (let index = 0; index < glyph; index++) {
    const kind = glyf.readInt16BE(at.contours)
    if (kind > 0) passSimple(glyf, at)
    else if (kind < 0) passComposite(glyf, at)
    at.contours += 2
  }
  return at
}

function passSimple(glyf: Buffer, at: Positions): void {
  const counts = countsOf(glyf, at)
  at.points = passNumber(glyf, pointsEnd(glyf, at))
  at.flags += sum(counts)
  at.counts += counts.length
}

function passComposite(glyf: Buffer, at: Positions): void {
  let flags: number
  do {
    flags = glyf.readUInt16BE(at.parts)
    at.parts += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
  } while (flags & 0x20)
  if (flags & 0x100) at.points = passNumber(glyf, at.points)
}

/** Returns the number of points of each contour. Only numbers below 253 take a single byte, and no zero or letter needs more. */
function countsOf(glyf: Buffer, { contours, counts }: Positions): number[] {
  const length = glyf.readInt16BE(contours)
  const found = [...glyf.subarray(counts, counts + length)]
  if (found.some(count => count > 252)) throw new Error('A contour has more than 252 points')
  return found
}

function pointsEnd(glyf: Buffer, from: Positions): number {
  let at = from.points
  const count = sum(countsOf(glyf, from))
  for (let index = 0; index < count; index++) at += readStep(glyf, glyf[from.flags + index]! & 0x7f, at).bytes
  return at
}

const passNumber = (glyf: Buffer, at: number) => at + (glyf[at] === 253 ? 3 : glyf[at]! > 253 ? 2 : 1)

/** Reads the step from one point to the next. A step takes one to four bytes. Its flag holds the format, the signs and the remaining bits. */
function readStep(glyf: Buffer, flag: number, at: number): { dx: number; dy: number; bytes: number } {
  const [b0, b1, b2, b3] = [glyf[at]!, glyf[at + 1]!, glyf[at + 2]!, glyf[at + 3]!]
  const first = (value: number) => (flag & 1 ? value : -value)
  const second = (value: number) => (flag & 2 ? value : -value)
  if (flag < 10) return { dx: 0, dy: first(((flag & 14) << 7) + b0), bytes: 1 }
  if (flag < 20) return { dx: first((((flag - 10) & 14) << 7) + b0), dy: 0, bytes: 1 }
  if (flag < 84) {
    const rest = flag - 20
    return { dx: first(1 + (rest & 0x30) + (b0 >> 4)), dy: second(1 + ((rest & 0x0c) << 2) + (b0 & 0x0f)), bytes: 1 }
  }
  if (flag < 120) {
    const rest = flag - 84
    return { dx: first(1 + (Math.floor(rest / 12) << 8) + b0), dy: second(1 + (((rest % 12) >> 2) << 8) + b1), bytes: 2 }
  }
  if (flag < 124) return { dx: first((b0 << 4) + (b1 >> 4)), dy: second(((b1 & 0x0f) << 8) + b2), bytes: 3 }
  return { dx: first((b0 << 8) + b1), dy: second((b2 << 8) + b3), bytes: 4 }
}

/** Encodes the step from one point to the next. The step always takes three bytes, with twelve bits for each direction. */
function writeStep(point: Point, before: Point | undefined): { flag: number; bytes: Buffer } {
  const dx = point.x - (before?.x ?? 0)
  const dy = point.y - (before?.y ?? 0)
  const [width, height] = [Math.abs(dx), Math.abs(dy)]
  return {
    flag: (point.isOn ? 0 : 0x80) + 120 + (dx > 0 ? 1 : 0) + (dy > 0 ? 2 : 0),
    bytes: Buffer.from([width >> 4, ((width & 0x0f) << 4) + (height >> 8), height & 0xff])
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
