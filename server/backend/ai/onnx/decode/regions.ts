import { polygonsOfStretches } from '../../../../../shared/geometry/mask-polygons.ts'
import type { Vertex } from '../../../../../shared/geometry/outline.ts'
import type { Stretches } from '../../../../../shared/geometry/run-length.ts'
import { simplifyRing } from '../../../../../shared/geometry/simplify-ring.ts'

/** Tolerance of outline simplification, in cells. The tolerance is doubled until the outline has few enough vertices. */
const tolerance = 0.5
const mostVertices = 2000
const mostHoles = 100

/** Class of each cell of a map, row by row; −1 for none. */
export type ClassOfCells = Int16Array

/** Connected region of cells of one class. */
export interface Region {
  index: number
  cells: number[]
}

/**
 * Finds the regions of a class map: edge-connected cells of one class. Regions with fewer than `minArea` cells are omitted.
 * @param classes all become −1, because a copy of a large map takes as long as the search.
 */
export function regionsOf(wide: number, classes: ClassOfCells, minArea: number): Region[] {
  const regions: Region[] = []
  for (let start = 0; start < classes.length; start++) {
    const index = classes[start]!
    if (index < 0) continue
    const cells: number[] = []
    const take = (cell: number) => {
      if (classes[cell] !== index) return // also outside the map
      classes[cell] = -1
      cells.push(cell)
    }
    take(start)
    for (let next = 0; next < cells.length; next++) {
      const cell = cells[next]!
      const x = cell % wide
      if (x > 0) take(cell - 1)
      if (x < wide - 1) take(cell + 1)
      take(cell - wide)
      take(cell + wide)
    }
    if (cells.length >= minArea) regions.push({ index, cells })
  }
  return regions
}

/** Traces the outline of cells along their edges: outer ring, then holes, in cell units. Null without an outline. */
export function ringsOfCells(cells: readonly number[], wide: number): Vertex[][] | null {
  const columns = new Map<number, number[]>()
  for (const cell of cells) {
    const x = cell % wide
    const rows = columns.get(x)
    if (rows) rows.push(Math.floor(cell / wide))
    else columns.set(x, [Math.floor(cell / wide)])
  }
  const stretches: Stretches = new Map()
  for (const x of [...columns.keys()].sort((one, other) => one - other)) {
    const pieces: number[] = []
    for (const y of (columns.get(x) ?? []).sort((one, other) => one - other))
      if (pieces.at(-1) === y) pieces[pieces.length - 1] = y + 1
      else pieces.push(y, y + 1)
    stretches.set(x, pieces)
  }
  return ringsOf(stretches)
}

/** Traces the outline of the largest connected area of covered pixels in a box: outer ring, then holes. Null if no pixel is covered. */
export function largestRings(
  isCovered: (x: number, y: number) => boolean,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }
): Vertex[][] | null {
  const stretches: Stretches = new Map()
  for (let x = left; x < right; x++) {
    const pieces: number[] = []
    for (let y = top; y < bottom; y++)
      if (isCovered(x, y)) {
        if (pieces.at(-1) === y) pieces[pieces.length - 1] = y + 1
        else pieces.push(y, y + 1)
      }
    if (pieces.length > 0) stretches.set(x, pieces)
  }
  return ringsOf(stretches)
}

function ringsOf(stretches: Stretches): Vertex[][] | null {
  const [largest] = polygonsOfStretches(stretches).polygons
  if (!largest) return null
  return [largest.points, ...(largest.holes ?? []).slice(0, mostHoles)].map(ring => simple(ring as Vertex[]))
}

function simple(ring: Vertex[]): Vertex[] {
  let short = simplifyRing(ring, tolerance)
  for (let wider = 2 * tolerance; short.length > mostVertices; wider *= 2) short = simplifyRing(ring, wider)
  return short
}
