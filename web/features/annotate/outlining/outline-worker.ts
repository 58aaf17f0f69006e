/// <reference lib="webworker" />
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import { polygonsOfStretches } from '../../../../shared/geometry/mask-polygons.ts'
import type { Stretches } from '../../../../shared/geometry/run-length.ts'
import { simplified } from '../../../canvas/tools/mask-outline.ts'
import type { Rectangle } from '../../../imagery/viewport.ts'
import type { Guides } from './markers.ts'
import { objectMask } from './watershed.ts'

/** Box, core and clicks are in pixels of the crop. */
export interface OutlineQuestion extends Guides {
  id: number
  rgba: Uint8ClampedArray
  width: number
  height: number
  box: Rectangle
}

/** Outline in pixels of the crop; null when no edge surrounds an object. */
export interface OutlineAnswer {
  id: number
  polygon: Polygon | null
}

addEventListener('message', ({ data: { id, rgba, width, height, box, clicks, core } }: MessageEvent<OutlineQuestion>) => {
  const mask = objectMask(rgba, width, height, box, { clicks, core })
  const [largest] = mask ? polygonsOfStretches(stretchesOf(mask, width, height)).polygons : []
  postMessage({ id, polygon: largest ? simplified(largest.points, largest.holes ?? []) : null } satisfies OutlineAnswer)
})

/** Lists the covered stretches of each column. */
function stretchesOf(mask: Uint8Array, width: number, height: number): Stretches {
  const stretches: Stretches = new Map()
  for (let x = 0; x < width; x++) {
    const pieces: number[] = []
    for (let y = 0; y <= height; y++) {
      const isCovered = y < height && mask[y * width + x] === 1
      if (isCovered === (pieces.length % 2 === 0)) pieces.push(y)
    }
    if (pieces.length > 0) stretches.set(x, pieces)
  }
  return stretches
}
