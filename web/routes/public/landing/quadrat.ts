import type { Grid } from '../../../charts/isobaths.ts'
import { layeredNoise, seededRandom, valueNoise } from '../../../charts/noise.ts'

/** Number of samples along one side. */
const side = 98
const threshold = 0.6

export type Quadrat = {
  /** Scalar field that is not negative where there is coral. The outermost ring of samples lies outside the picture. */
  field: Grid
  /** Share of the quadrat covered by coral, counted cell by cell. */
  trueCover: number
  /** Stratified random points, one in each of 50 cells. Coordinates are fractions of the quadrat. */
  points: readonly { x: number; y: number; onCoral: boolean }[]
}

/** Generates a photo quadrat: patches of coral, and fifty points that a person would identify. */
export function inventedQuadrat(seed: number): Quadrat {
  const noise = valueNoise(seed)
  const at = (x: number, y: number) => layeredNoise(noise, x * 5, y * 5, 3) - threshold
  const sample = (index: number) => at(((index % side) - 1) / (side - 3), (Math.floor(index / side) - 1) / (side - 3))
  const values = Float64Array.from({ length: side * side }, (_, index) => sample(index))
  const inside = values.filter((_, index) => isInside(index % side) && isInside(Math.floor(index / side)))
  const random = seededRandom(seed + 1)
  const points = Array.from({ length: 50 }, (_, index) => {
    const x = ((index % 10) + random()) / 10
    const y = (Math.floor(index / 10) + random()) / 5
    return { x, y, onCoral: at(x, y) >= 0 }
  })
  const trueCover = inside.filter(value => value >= 0).length / inside.length
  return { field: { values, columns: side, rows: side }, trueCover, points }
}

const isInside = (sample: number) => sample > 0 && sample < side - 1
