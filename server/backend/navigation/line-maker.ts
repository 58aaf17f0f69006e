import type { Vertex } from '../../../shared/geometry/outline.ts'
import { simplifyLine } from '../../../shared/geometry/simplify-line.ts'
import { type Fix, wrapLongitude } from '../../../shared/navigation/fix.ts'

/** Line of a track on a map. Each part alternates between longitudes and latitudes, in degrees. */
export type TrackLine = number[][]

/** Longest time gap across which fixes are joined. */
const longestGapMs = 3_600_000
/** Largest distance in metres between a dropped fix and the line. It is doubled for as long as a line has too many vertices. */
const leastTolerance = 1
const metersPerDegree = 111_195
/** Maximum number of vertices of a stored line. */
export const mostStored = 1000
/** Maximum number of vertices in memory. Beyond this number, vertices close to their neighbours are dropped. */
const mostHeld = 16 * mostStored
/** Maximum number of parts. The line crosses any further gaps. */
const mostParts = 100

/** Builds the line of a track as its fixes arrive. Memory use does not grow with the track. */
export class LineMaker {
  #parts: Vertex[][] = []
  /** Last fix, which may not be a vertex yet. */
  #last: { timeMs: number; vertex: Vertex } | null = null
  /** Minimum distance between vertices in metres. */
  #step = 0
  #held = 0

  take({ timeMs, latitude, longitude }: Fix): void {
    const before = this.#last
    const part = this.#parts.at(-1)
    const isGap = before !== null && timeMs - before.timeMs > longestGapMs && this.#parts.length < mostParts
    if (!before || !part || isGap) {
      this.#finishPart()
      this.#begin([longitude, latitude], timeMs)
      return
    }
    // The longitude may continue past 180°, which keeps the line in one piece.
    const vertex: Vertex = [before.vertex[0] + wrapLongitude(longitude - before.vertex[0]), latitude]
    this.#last = { timeMs, vertex }
    if (metersBetween(part.at(-1) as Vertex, vertex) > this.#step) this.#add(part, vertex)
  }

  /** Returns the line with at most `mostStored` vertices. Parts with a single fix are left out. */
  end(): TrackLine {
    this.#finishPart()
    return written(thinned(this.#parts, mostStored))
  }

  #begin(vertex: Vertex, timeMs: number): void {
    this.#last = { timeMs, vertex }
    this.#parts.push([vertex])
    this.#held += 1
  }

  #add(part: Vertex[], vertex: Vertex): void {
    part.push(vertex)
    this.#held += 1
    if (this.#held <= mostHeld) return
    this.#step = Math.max(1, 2 * this.#step)
    this.#parts = this.#parts.map(each => spaced(each, this.#step))
    this.#held = this.#parts.reduce((sum, { length }) => sum + length, 0)
  }

  #finishPart(): void {
    const part = this.#parts.at(-1)
    if (!part || !this.#last) return
    if (part.at(-1) !== this.#last.vertex) part.push(this.#last.vertex)
    if (part.length < 2) this.#parts.pop()
  }
}

/** Simplifies a line to at most `most` vertices, or to the two ends of every part. */
export const thinnedLine = (line: TrackLine, most: number): TrackLine => written(thinned(read(line), most))

function thinned(parts: readonly Vertex[][], most: number): Vertex[][] {
  let lines = parts.map(part => simplifyLine(inMeters(part), leastTolerance))
  for (let tolerance = 2 * leastTolerance; countOf(lines) > most && lines.some(({ length }) => length > 2); tolerance *= 2)
    lines = lines.map(line => simplifyLine(line, tolerance))
  return lines.map(line => line.map(({ degrees }) => degrees))
}

const countOf = (lines: readonly { length: number }[]) => lines.reduce((sum, { length }) => sum + length, 0)

type Planar = Vertex & { degrees: Vertex }

/** Projects vertices onto a plane in metres, true to scale at the middle latitude of the part. */
function inMeters(part: readonly Vertex[]): Planar[] {
  const latitudes = part.map(([, latitude]) => latitude)
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2
  const perLongitude = metersPerDegree * Math.cos((middle * Math.PI) / 180)
  return part.map(degrees => {
    const vertex: Vertex = [degrees[0] * perLongitude, degrees[1] * metersPerDegree]
    return Object.assign(vertex, { degrees })
  })
}

function metersBetween([x, y]: Vertex, [otherX, otherY]: Vertex): number {
  return metersPerDegree * Math.hypot((otherX - x) * Math.cos((y * Math.PI) / 180), otherY - y)
}

/** Returns the vertices that are more than `step` metres apart, and both ends. */
function spaced(part: readonly Vertex[], step: number): Vertex[] {
  const [first, last] = [part[0] as Vertex, part.at(-1) as Vertex]
  const kept = [first]
  for (const vertex of part) if (vertex === last || metersBetween(kept.at(-1) as Vertex, vertex) > step) kept.push(vertex)
  return part.length < 2 ? [first] : kept
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function written(parts: readonly Vertex[][]): TrackLine {
  return parts.map(part => part.flatMap(([longitude, latitude]) => [rounded(wrapLongitude(longitude)), rounded(latitude)]))
}

function read(line: TrackLine): Vertex[][] {
  return line.map(numbers => {
    const part: Vertex[] = []
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const longitude = numbers[at] as number
      const before = part.at(-1)?.[0] ?? longitude
      part.push([before + wrapLongitude(longitude - before), numbers[at + 1] as number])
    }
    return part
  })
}
