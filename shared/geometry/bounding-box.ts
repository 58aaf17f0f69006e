/** Bounding box in degrees. `west` is greater than `east` when the box crosses 180°. */
export interface BoundingBox {
  west: number
  east: number
  north: number
  south: number
}

/** Narrowest gap in degrees for which a box crosses 180°. Positions all around the world have many narrower ones. */
const leastGap = 1

/** Smallest box around other boxes, none of which crosses 180°. The box leaves out the widest gap between longitudes. Null without boxes. */
export function boxAround(boxes: readonly BoundingBox[]): BoundingBox | null {
  const sorted = [...boxes].sort((a, b) => a.west - b.west)
  const [first] = sorted
  if (!first) return null
  const last = Math.max(...sorted.map(box => box.east))
  let [west, east, widest] = [first.west, last, first.west + 360 - last]
  let reached = first.east
  for (const box of sorted) {
    const gap = box.west - reached
    if (gap > widest && gap >= leastGap) [west, east, widest] = [box.west, reached, gap]
    reached = Math.max(reached, box.east)
  }
  const [north, south] = [Math.max(...sorted.map(box => box.north)), Math.min(...sorted.map(box => box.south))]
  return { ...withoutIdleCrossing(west, east), north, south }
}

/** Edges of a box. An edge on 180° is written on the side of the other edge. */
function withoutIdleCrossing(west: number, east: number): Pick<BoundingBox, 'west' | 'east'> {
  if (west > east && east === -180) return { west, east: 180 }
  return west > east && west === 180 ? { west: -180, east } : { west, east }
}

/** Collects the smallest box around any number of positions. It keeps one box for each degree of longitude, and no positions. */
export function boxCollector() {
  const byDegree = new Map<number, BoundingBox>()
  return {
    /** Adds a position in degrees, with a longitude from −180 to 180. */
    add(longitude: number, latitude: number): void {
      const degree = Math.floor(longitude)
      const box = byDegree.get(degree)
      if (!box) byDegree.set(degree, { west: longitude, east: longitude, north: latitude, south: latitude })
      else {
        box.west = Math.min(box.west, longitude)
        box.east = Math.max(box.east, longitude)
        box.north = Math.max(box.north, latitude)
        box.south = Math.min(box.south, latitude)
      }
    },

    box: (): BoundingBox | null => boxAround([...byDegree.values()])
  }
}
