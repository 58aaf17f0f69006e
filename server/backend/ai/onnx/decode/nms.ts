import type { Found } from './found.ts'

/** Maximum number of candidates compared with each other. */
const mostCompared = 3000

type Box = Pick<Found, 'x1' | 'y1' | 'x2' | 'y2' | 'score' | 'index'>

interface NmsOptions {
  /** Overlap above which the lower-ranked of two boxes is dropped. */
  most: number
  isAgnostic: boolean
  /** `union`: intersection over union; `smaller`: intersection over the smaller area. */
  over?: 'union' | 'smaller'
  /** Primary sort order of the candidates. Ties are sorted by score; if the order is absent, so are all candidates. */
  before?(one: Box, other: Box): number
}

/**
 * Performs non-maximum suppression: keeps the best of each set of overlapping boxes. Ties keep their order.
 * @returns the remaining candidates, best first
 */
export function suppressed<B extends Box>(candidates: readonly B[], { most, isAgnostic, over = 'union', before }: NmsOptions): B[] {
  const ordered = [...candidates].sort((one, other) => before?.(one, other) || other.score - one.score).slice(0, mostCompared)
  const kept: B[] = []
  for (const candidate of ordered)
    if (!kept.some(other => (isAgnostic || other.index === candidate.index) && overlap(other, candidate, over) > most)) kept.push(candidate)
  return kept
}

function overlap(one: Box, other: Box, over: 'union' | 'smaller'): number {
  const width = Math.min(one.x2, other.x2) - Math.max(one.x1, other.x1)
  const height = Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1)
  if (width <= 0 || height <= 0) return 0
  const [first, second] = [areaOf(one), areaOf(other)]
  const both = width * height
  return both / (over === 'smaller' ? Math.min(first, second) : first + second - both)
}

const areaOf = ({ x1, y1, x2, y2 }: Box) => (x2 - x1) * (y2 - y1)
