import { ringArea, type Vertex } from '../../../../shared/geometry/outline.ts'
import { simplifyRing } from '../../../../shared/geometry/simplify-ring.ts'
import { type ClassOfCells, type Region, regionsOf, ringsOfCells } from './decode/regions.ts'
import type { Mask } from './decoder-session.ts'

/** Longest side of the enlarged object in cells, from which its outline is traced. */
const tracedSide = 400
const mostEnlarged = 8
/** Tolerance in enlarged cells, above the steps between them. */
const tolerance = 0.75
const mostHoles = 20
/** Area of the smallest hole that stays, in cells of the mask. */
const smallestHole = 4

type Cells = Pick<Mask, 'wide' | 'high' | 'data'>

/** Rectangle of cells, with exclusive right and bottom. */
interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Traces one object of a mask: the region with the last of the points, or the largest region when no point is on one. The mask is enlarged
 * bilinearly around the object, so that its outline has no steps.
 * @param points on the object, in cells of the mask
 * @returns outer ring and holes, in cells of the mask; null when the mask is empty
 */
export function outlineOfMask(mask: Cells, points: readonly Vertex[]): Vertex[][] | null {
  const { wide, high, data } = mask
  const regions = regionsOf(
    wide,
    Int16Array.from(data, value => (value > 0 ? 0 : -1)),
    1
  )
  const region = withPoint(regions, mask, points)
  if (!region) return null
  const part = around(region, wide, high)
  const factor = Math.min(mostEnlarged, Math.max(1, Math.ceil(tracedSide / Math.max(part.right - part.left, part.bottom - part.top))))
  const fine = enlarged(alone(mask, regions, region), part, factor)
  const onFine = points.map(([x, y]): Vertex => [(x - part.left) * factor, (y - part.top) * factor])
  const found = withPoint(regionsOf(fine.wide, fine.classes, 1), fine, onFine)
  // An object of one cell may vanish between its neighbours.
  if (!found) return ringsOfCells(region.cells, wide)
  const [outer = [], ...holes] = ringsOfCells(found.cells, fine.wide) ?? []
  const large = holes.filter(hole => areaOf(hole) >= smallestHole * factor ** 2).sort((one, other) => areaOf(other) - areaOf(one))
  const onMask = ([x, y]: Vertex): Vertex => [part.left + x / factor, part.top + y / factor]
  return [outer, ...large.slice(0, mostHoles)].map(ring => simplifyRing(ring, tolerance).map(onMask))
}

/** Returns the region under the last point that is on one, else the largest. */
function withPoint(regions: readonly Region[], { wide, high }: Pick<Cells, 'wide' | 'high'>, points: readonly Vertex[]): Region | null {
  for (const [x, y] of points.toReversed()) {
    if (x < 0 || y < 0 || x >= wide || y >= high) continue
    const cell = Math.floor(y) * wide + Math.floor(x)
    const under = regions.find(({ cells }) => cells.includes(cell))
    if (under) return under
  }
  return regions.reduce<Region | null>((largest, each) => (each.cells.length > (largest?.cells.length ?? 0) ? each : largest), null)
}

/** Copies a mask with the values of all regions but one turned to the background. */
function alone({ wide, high, data }: Cells, regions: readonly Region[], region: Region): Cells {
  const own = data.slice()
  for (const other of regions) if (other !== region) for (const cell of other.cells) own[cell] = -own[cell]!
  return { wide, high, data: own }
}

/** Returns the rectangle of a region and the cells around it. */
function around({ cells }: Region, wide: number, high: number): Part {
  let [left, top, right, bottom] = [wide, high, 0, 0]
  for (const cell of cells) {
    const [x, y] = [cell % wide, Math.floor(cell / wide)]
    left = Math.min(left, x - 1)
    top = Math.min(top, y - 1)
    right = Math.max(right, x + 2)
    bottom = Math.max(bottom, y + 2)
  }
  return { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(wide, right), bottom: Math.min(high, bottom) }
}

/** Enlarges a part of a mask bilinearly. @returns the class 0 for each cell on an object, else −1 */
function enlarged({ wide, high, data }: Cells, part: Part, factor: number): { wide: number; high: number; classes: ClassOfCells } {
  const [fineWide, fineHigh] = [(part.right - part.left) * factor, (part.bottom - part.top) * factor]
  const classes = new Int16Array(fineWide * fineHigh)
  for (let y = 0; y < fineHigh; y++) {
    const inY = Math.min(high - 1, Math.max(0, part.top + (y + 0.5) / factor - 0.5))
    const [top, shareY] = [Math.floor(inY), inY % 1]
    const below = Math.min(high - 1, top + 1)
    for (let x = 0; x < fineWide; x++) {
      const inX = Math.min(wide - 1, Math.max(0, part.left + (x + 0.5) / factor - 0.5))
      const [left, shareX] = [Math.floor(inX), inX % 1]
      const right = Math.min(wide - 1, left + 1)
      const upper = data[top * wide + left]! * (1 - shareX) + data[top * wide + right]! * shareX
      const lower = data[below * wide + left]! * (1 - shareX) + data[below * wide + right]! * shareX
      classes[y * fineWide + x] = upper * (1 - shareY) + lower * shareY > 0 ? 0 : -1
    }
  }
  return { wide: fineWide, high: fineHigh, classes }
}

const areaOf = (ring: readonly Vertex[]) => Math.abs(ringArea(ring))
