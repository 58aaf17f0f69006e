import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { randomInteger, seededGenerator } from '../../../shared/sampling/seeded-random.ts'

export interface BenchShape {
  id: string
  shape: Shape
  /** sRGB, 0–255 each. */
  colour: readonly [red: number, green: number, blue: number]
}

/** 100 megapixels. */
export const picture = { id: 'picture', width: 12_500, height: 8_000 }

const colours = [
  [199, 235, 254],
  [253, 134, 3],
  [0, 212, 164],
  [217, 140, 255],
  [254, 219, 57],
  [101, 147, 149],
  [203, 64, 37],
  [147, 83, 200]
] as const

const polygonVertices = 24

/**
 * Draws the shapes of a survey on a large mosaic, 10 to 150 pixels large, all over the picture. Of a hundred, 30 are boxes, 25 polygons of 24
 * vertices, 20 points, 10 circles, 5 ellipses, 5 rotated boxes and 5 lines. A smaller count gives the first shapes of a larger one.
 */
export function mixedShapes(count: number): BenchShape[] {
  const next = seededGenerator('canvas')
  const between = (from: number, to: number) => from + randomInteger(next, 1_000_000) * ((to - from) / 1_000_000)
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [between(80, picture.width - 80), between(80, picture.height - 80)]
    const size = between(10, 150)
    return { id: `shape-${index}`, shape: shapeAt(index % 20, x, y, size, between), colour: colours[randomInteger(next, colours.length)]! }
  })
}

function shapeAt(lot: number, x: number, y: number, size: number, between: (from: number, to: number) => number): Shape {
  const half = size / 2
  if (lot < 6) return { kind: 'box', x: x - half, y: y - half / 2, width: size, height: half }
  if (lot < 11) return { kind: 'polygon', points: around(x, y, polygonVertices, () => half * between(0.6, 1)) }
  if (lot < 15) return { kind: 'point', x, y }
  if (lot < 17) return { kind: 'circle', x, y, radius: half }
  if (lot < 18) return { kind: 'ellipse', x, y, radiusX: half, radiusY: half / 2, rotation: between(-90, 90) }
  if (lot < 19) return { kind: 'rotatedBox', x, y, width: size, height: half, rotation: between(-90, 90) }
  return { kind: 'line', points: Array.from({ length: 5 }, (_, at): Vertex => [x - half + (at * size) / 4, y + between(-half, half)]) }
}

function around(x: number, y: number, vertices: number, radius: () => number): Vertex[] {
  return Array.from({ length: vertices }, (_, index) => {
    const [angle, away] = [(2 * Math.PI * index) / vertices, radius()]
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)]
  })
}
