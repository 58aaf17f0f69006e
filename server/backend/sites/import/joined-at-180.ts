import { signedArea } from '../../../../shared/geometry/drawn-wkt.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import { siteImportLimit } from '../../../../shared/limits.ts'
import type { GivenFeature, GivenPosition } from './given-feature.ts'

export type Shape = Pick<GivenFeature, 'kind' | 'positions' | 'remarks'>

/** Remark on an area whose holes are ignored. */
export const holesLeftOut = 'Its holes are left out'
/** Maximum number of distinct latitudes on 180° up to which areas are joined. The running time grows with the square of that number. */
const mostLatitudes = 1_000

/** Joins lines and areas of one feature that were split at 180°. Other shapes are unchanged. Source: RFC 7946, section 3.1.9. */
export function joinedAt180(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2 || shapes.length > siteImportLimit) return shapes
  return joinedAreas(joinedLines(shapes))
}

const isOnEdge = (position: GivenPosition | undefined): position is GivenPosition => Math.abs(position?.[0] ?? 0) === 180
const remarksOf = (shapes: readonly Pick<Shape, 'remarks'>[]) => [...new Set(shapes.flatMap(({ remarks }) => remarks))]

/** Joins each line that ends on 180° to a line that begins at the same latitude on the other side. */
function joinedLines(shapes: readonly Shape[]): readonly Shape[] {
  const lines = shapes.filter(({ kind }) => kind === 'transect')
  const beginning = Map.groupBy(
    lines.filter(({ positions }) => isOnEdge(positions[0])),
    ({ positions: [[longitude, latitude] = [0, 0]] }) => `${longitude} ${latitude}`
  )
  const next = new Map<Shape, Shape>()
  const followers = new Set<Shape>()
  for (const line of lines) {
    const end = line.positions.at(-1)
    const follower = isOnEdge(end)
      ? beginning.get(`${-end[0]} ${end[1]}`)?.find(other => other !== line && !followers.has(other))
      : undefined
    if (!follower) continue
    next.set(line, follower)
    followers.add(follower)
  }
  const done = new Set<Shape>()
  const joined = new Map<Shape, Shape>()
  // A closed line has no first part. Its chain then starts at any of its parts.
  for (const head of [...lines.filter(line => !followers.has(line)), ...lines]) {
    const chain: Shape[] = []
    for (let line: Shape | undefined = head; line && !done.has(line); line = next.get(line)) {
      done.add(line)
      chain.push(line)
    }
    const positions = chain.flatMap((line, index) => line.positions.slice(index === 0 ? 0 : 1))
    if (chain.length > 0) joined.set(head, chain.length === 1 ? head : { kind: 'transect', positions, remarks: remarksOf(chain) })
  }
  return shapes.flatMap(shape => (shape.kind === 'transect' ? (joined.get(shape) ?? []) : shape))
}

interface Edge {
  ring: number
  from: GivenPosition
  to: GivenPosition
}

/** Joins areas that share an edge on 180°. */
function joinedAreas(shapes: readonly Shape[]): readonly Shape[] {
  const rings = shapes.map(ringOf)
  const latitudes = [...new Set(rings.flatMap(ring => ring?.flatMap(([x, y]) => (x === 180 ? [y] : [])) ?? []))].sort((a, b) => a - b)
  if (latitudes.length === 0 || latitudes.length > mostLatitudes) return shapes
  const edges = rings.flatMap((ring, index) => (ring ? edgesOf(ring, index, latitudes) : []))
  const { left, groupOf } = withoutShared(edges, shapes.length)
  const groups = Map.groupBy(shapes.keys(), groupOf)
  return [...groups.values()].flatMap(members => {
    const parts = members.map(index => shapes[index] as Shape)
    const joined = members.length > 1 ? outlineOf(left.filter(({ ring }) => members.includes(ring))) : null
    return joined ? [{ kind: 'area', positions: joined.outline, remarks: remarksOf([...parts, ...joined.holes]) }] : parts
  })
}

/** Returns the corners of an area that touches 180° on one side, counter-clockwise, with longitudes continuing past 180°. Null for other shapes. */
function ringOf({ kind, positions }: Shape): GivenPosition[] | null {
  if (kind !== 'area' || positions.some(([x, y]) => !Number.isFinite(x + y))) return null
  const sides = new Set(positions.filter(isOnEdge).map(([x]) => x))
  if (sides.size !== 1) return null
  const turn = sides.has(-180) ? 360 : 0
  const [first, last] = [positions[0], positions.at(-1)]
  const corners = first?.[0] === last?.[0] && first?.[1] === last?.[1] ? positions.slice(0, -1) : positions
  const ring = corners.map(([x, y, height]): GivenPosition => [x + turn, y, height])
  return areaOf(ring) < 0 ? ring.reverse() : ring
}

const areaOf = (ring: readonly GivenPosition[]) => signedArea(ring.map(([x, y]): Vertex => [x, y]))

/** Returns the edges of a ring. Edges on 180° are split where another area has a corner. */
function edgesOf(corners: readonly GivenPosition[], ring: number, latitudes: readonly number[]): Edge[] {
  return corners.flatMap((from, index) => {
    const to = corners[(index + 1) % corners.length] as GivenPosition
    if (from[0] !== 180 || to[0] !== 180) return [{ ring, from, to }]
    const between = latitudes.filter(y => (y - from[1]) * (y - to[1]) < 0)
    const stops = [from, ...(from[1] < to[1] ? between : between.reverse()).map((y): GivenPosition => [180, y]), to]
    return stops.slice(1).map((stop, place) => ({ ring, from: stops[place] as GivenPosition, to: stop }))
  })
}

const keyOf = ([x, y]: GivenPosition) => `${x} ${y}`

/** Removes edges on 180° that two areas traverse in opposite directions, and groups the areas joined there. */
function withoutShared(edges: readonly Edge[], count: number): { left: Edge[]; groupOf: (ring: number) => number } {
  const parents = Array.from({ length: count }, (_, ring) => ring)
  const groupOf = (ring: number): number => {
    const parent = parents[ring] as number
    return parent === ring ? ring : groupOf(parent)
  }
  const open = new Map<string, Edge[]>()
  const left = new Set(edges)
  for (const edge of edges.filter(({ from, to }) => from[0] === 180 && to[0] === 180)) {
    const opposite = open.get(`${keyOf(edge.to)} ${keyOf(edge.from)}`)?.pop()
    if (opposite) {
      left.delete(edge)
      left.delete(opposite)
      const [one, other] = [groupOf(edge.ring), groupOf(opposite.ring)]
      parents[Math.max(one, other)] = Math.min(one, other)
    } else {
      const key = `${keyOf(edge.from)} ${keyOf(edge.to)}`
      open.set(key, [...(open.get(key) ?? []), edge])
    }
  }
  return { left: [...left], groupOf }
}

/** Returns the outline of joined areas, with a remark for each hole between them. Null when the areas have no single outline. */
function outlineOf(edges: readonly Edge[]): { outline: GivenPosition[]; holes: Pick<Shape, 'remarks'>[] } | null {
  const starting = Map.groupBy(edges, ({ from }) => keyOf(from))
  const rings: GivenPosition[][] = []
  for (const { from } of edges) {
    const ring: GivenPosition[] = []
    for (let at = from; ring.length === 0 || keyOf(at) !== keyOf(from); ) {
      const next = starting.get(keyOf(at))?.pop()
      if (!next) break
      ring.push(at)
      at = next.to
    }
    if (ring.length > 0) rings.push(ring)
  }
  const outlines = rings.filter(ring => areaOf(ring) > 0)
  const [outline] = outlines
  if (!outline || outlines.length > 1) return null
  const holes = rings.filter(ring => areaOf(ring) < 0).map(() => ({ remarks: [holesLeftOut] }))
  return { outline: outline.map(([x, y, height]) => [x > 180 ? x - 360 : x, y, height]), holes }
}
