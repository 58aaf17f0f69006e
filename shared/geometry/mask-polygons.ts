import type { Polygon } from '../contracts/shapes.ts'
import { isInRing, ringArea, type Vertex } from './outline.ts'
import type { Stretches } from './run-length.ts'

/** Maximum number of connected parts of a mask to keep, largest first. A noisy mask has thousands of specks that are not objects. */
const mostParts = 100
const mostHoles = 1000

export interface MaskPolygons {
  polygons: Polygon[]
  /** Number of parts and holes that were dropped. */
  specks: number
}

/**
 * Outlines of a mask along its pixel edges: one polygon for each connected part, largest first. Pixels that touch only at a corner belong
 * to separate parts.
 */
export function polygonsOfStretches(stretches: Stretches): MaskPolygons {
  const rings = joinEdges(edgesOf(stretches))
  const bySize = rings.map(ring => ({ ring, area: ringArea(ring) })).sort((a, b) => Math.abs(b.area) - Math.abs(a.area))
  const outer = bySize.filter(({ area }) => area > 0)
  const holes = bySize.filter(({ area }) => area < 0)
  const polygons = outer.slice(0, mostParts).map(({ ring }): Polygon => ({ kind: 'polygon', points: ring }))
  for (const { ring: hole } of holes.slice(0, mostHoles)) {
    const [x, y] = insideOf(hole)
    const owner = polygons.findLast(({ points }) => isInRing(x, y, points))
    if (!owner) continue
    owner.holes ??= []
    owner.holes.push(hole)
  }
  return { polygons, specks: Math.max(0, outer.length - mostParts) + Math.max(0, holes.length - mostHoles) }
}

/** A point inside a hole: half a pixel to the left of an edge. Rings run clockwise around covered pixels, so holes run the other way. */
function insideOf(hole: readonly Vertex[]): Vertex {
  const [ax, ay] = hole[0] as Vertex
  const [bx, by] = hole[1] as Vertex
  return [(ax + bx) / 2 + Math.sign(by - ay) / 2, (ay + by) / 2 - Math.sign(bx - ax) / 2]
}

/** Directed edges by their start point, with covered pixels on the right. At most two edges start at a corner. */
type Edges = Map<string, { from: Vertex; ends: Vertex[] }>

function edgesOf(stretches: Stretches): Edges {
  const edges: Edges = new Map()
  const add = (from: Vertex, to: Vertex) => {
    const key = from.join()
    const known = edges.get(key)
    if (known) known.ends.push(to)
    else edges.set(key, { from, ends: [to] })
  }
  for (const [x, pieces] of stretches) {
    for (let at = 0; at < pieces.length; at += 2) {
      const [from, to] = [pieces[at] ?? 0, pieces[at + 1] ?? 0]
      add([x, from], [x + 1, from])
      add([x + 1, to], [x, to])
    }
    for (const [from, to] of without(pieces, stretches.get(x - 1) ?? [])) add([x, to], [x, from])
    for (const [from, to] of without(pieces, stretches.get(x + 1) ?? [])) add([x + 1, from], [x + 1, to])
  }
  return edges
}

/** Sections of `pieces` that the others do not cover, cut at every start and end of either list. */
function without(pieces: readonly number[], others: readonly number[]): [number, number][] {
  const parts: [number, number][] = []
  for (let at = 0; at < pieces.length; at += 2) {
    let [from, to] = [pieces[at] ?? 0, pieces[at + 1] ?? 0]
    for (let other = 0; other < others.length; other += 2) {
      const [start, end] = [others[other] ?? 0, others[other + 1] ?? 0]
      if (end <= from) continue
      if (start >= to) break
      if (start > from) parts.push([from, start])
      from = Math.max(from, end)
      if (from >= to) break
    }
    if (from < to) parts.push([from, to])
  }
  return parts
}

function joinEdges(edges: Edges): Vertex[][] {
  const rings: Vertex[][] = []
  for (const { from, ends } of edges.values()) {
    while (ends.length > 0) {
      const ring: Vertex[] = [from]
      let before = from
      let here = ends.pop() as Vertex
      while (here[0] !== from[0] || here[1] !== from[1]) {
        ring.push(here)
        const next = rightmost(before, here, edges.get(here.join())?.ends ?? [])
        if (!next) break
        before = here
        here = next
      }
      rings.push(withoutStraightVertices(ring))
    }
  }
  return rings
}

/** Removes and returns the edge that turns right where two parts touch at a corner. */
function rightmost([ax, ay]: Vertex, [bx, by]: Vertex, ends: Vertex[]): Vertex | undefined {
  if (ends.length < 2) return ends.pop()
  const turnsRight = ends.findIndex(([cx, cy]) => (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0)
  return ends.splice(Math.max(turnsRight, 0), 1)[0]
}

function withoutStraightVertices(ring: readonly Vertex[]): Vertex[] {
  return ring.filter(([x, y], index) => {
    const [ax, ay] = ring.at(index - 1) as Vertex
    const [bx, by] = ring[(index + 1) % ring.length] as Vertex
    return (x - ax) * (by - y) !== (y - ay) * (bx - x)
  })
}
