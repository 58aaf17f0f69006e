import type { LassoEdge } from '../../../../shared/geometry/lasso.ts'

/** Sides of a drawn area, with its bounding box. Coordinates are in units of 1e-7 degrees. */
export interface AreaSides {
  edges: readonly LassoEdge[]
  /** If west is greater than east, the box crosses ±180°. */
  box: { west: number; south: number; east: number; north: number }
}

/** Columns of positions in units of 1e-7 degrees, in [−180°, 180°). */
interface Positions {
  longitudes: Int32Array
  latitudes: Int32Array
}

/** Number of bands of latitude. A position is tested only with the sides in its band. */
const bandCount = 256

/** Returns a function that checks whether a row lies in a drawn area. `filter-sql.ts` has the same test in SQL, with the same arithmetic. */
export function insideTest({ longitudes, latitudes }: Positions, { edges, box }: AreaSides): (row: number) => boolean {
  const { west, south, east, north } = box
  const height = Math.max(1, (north - south) / bandCount)
  const bandOf = (y: number) => Math.min(bandCount - 1, Math.max(0, Math.floor((y - south) / height)))
  const bands = Array.from({ length: bandCount }, (): LassoEdge[] => [])
  for (const edge of edges) for (let band = bandOf(edge.y1); band <= bandOf(edge.y2); band++) bands[band]!.push(edge)
  return row => {
    const [x, y] = [longitudes[row]!, latitudes[row]!]
    if (y < south || y > north || (west > east ? x < west && x > east : x < west || x > east)) return false
    let isInside = false
    for (const { x1, y1, x2, y2 } of bands[bandOf(y)]!)
      if (y1 <= y && y < y2 && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) isInside = !isInside
    return isInside
  }
}
