import type { Grid } from './isobaths.ts'
import { layeredNoise, valueNoise } from './noise.ts'

/**
 * Invented sea for the landing page: depth in metres on a grid (positive down, land negative). The outermost ring of samples lies outside the
 * picture. From west to east: land, a shelf, a slope with a canyon, and a plain with an island and a seamount.
 */
export function inventedSea(columns: number, rows: number, seed: number): Grid {
  const noise = valueNoise(seed)
  const values = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      values[row * columns + column] = depthAt(noise, (column - 1) / (columns - 2), (row - 1) / (rows - 2))
    }
  }
  return { columns, rows, values }
}

function depthAt(noise: (x: number, y: number) => number, x: number, y: number): number {
  const wander = layeredNoise(noise, x * 3.1 + 4, y * 2.3 + 8, 4) - 0.5
  const detail = layeredNoise(noise, x * 11, y * 8, 4) - 0.5
  const canyonLine = 0.53 + 0.05 * Math.sin(x * 9) + wander * 0.12
  const canyon = Math.exp(-(((y - canyonLine) / 0.05) ** 2)) * bell(x, 0.7, 0.13) * 0.1
  const coast = 0.56 + wander * 0.14 + 0.045 * Math.sin(y * 6.4 + 2.4)
  const offshore = x - coast + detail * 0.085 + canyon
  const islands = bell(x, 0.85, 0.05) * bell(y, 0.22, 0.1) * 0.42 + bell(x, 0.955, 0.045) * bell(y, 0.8, 0.09) * 0.3
  return profile(offshore - islands)
}

/** Depth in metres across shelf, slope and plain. @param offshore distance from the coast, as a share of the width */
function profile(offshore: number): number {
  if (offshore < 0) return offshore * 2400
  if (offshore < 0.07) return offshore * 2400
  if (offshore < 0.26) return 168 + ((offshore - 0.07) / 0.19) ** 1.2 * 3500
  return 3668 + (offshore - 0.26) * 5200
}

const bell = (value: number, centre: number, width: number) => Math.exp(-(((value - centre) / width) ** 2))
