/** Geographic extent in degrees. `east` is never less than `west`, and exceeds 180 when the extent crosses ±180°. */
export interface PlaceExtent {
  west: number
  south: number
  east: number
  north: number
}

/** Smallest extent of positions, in degrees. The extent leaves out the widest gap between longitudes. Null without positions. */
export function placeExtent(positions: Iterable<readonly [longitude: number, latitude: number]>): PlaceExtent | null {
  let [south, north] = [90, -90]
  const longitudes: number[] = []
  for (const [longitude, latitude] of positions) {
    longitudes.push(longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  if (longitudes.length === 0) return null
  const sorted = Float64Array.from(longitudes).sort()
  const last = sorted.at(-1)!
  let [west, east, widest] = [sorted[0]!, last, sorted[0]! + 360 - last]
  for (let index = 1; index < sorted.length; index++) {
    const gap = sorted[index]! - sorted[index - 1]!
    if (gap > widest) [west, east, widest] = [sorted[index]!, sorted[index - 1]! + 360, gap]
  }
  return { west, south, east, north }
}
