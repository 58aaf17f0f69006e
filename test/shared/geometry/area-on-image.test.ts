import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { areaOnImage } from '../../../shared/geometry/area-on-image.ts'
import { crossesItself } from '../../../shared/geometry/crossings.ts'
import { isInRing, ringArea, type Vertex } from '../../../shared/geometry/outline.ts'
import { uncrossed } from '../../../shared/geometry/uncrossed.ts'
import { seededGenerator } from '../../../shared/sampling/seeded-random.ts'
import { isClose } from '../../support/close.ts'

const image = { width: 200, height: 150 }
const square = (x: number, y: number, side: number): Vertex[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side]
]
const polygon = (points: Vertex[], ...holes: Vertex[][]): Shape => ({ kind: 'polygon', points, holes })

t.test('holes are subtracted once, and only inside the outline', async t => {
  const outer = square(0, 0, 100)
  const areas: [string, Shape, number][] = [
    ['one hole', polygon(outer, square(10, 10, 30)), 10_000 - 900],
    // 900 + 900 − 20 × 20 in both
    ['two that overlap', polygon(outer, square(10, 10, 30), square(20, 20, 30)), 8600],
    ['the same twice', polygon(outer, square(10, 10, 30), square(10, 10, 30)), 9100],
    ['one outside', polygon(outer, square(120, 20, 50)), 10_000],
    ['one half outside', polygon(outer, square(90, 0, 20)), 10_000 - 10 * 20],
    ['one in another', polygon(outer, square(10, 10, 50), square(20, 20, 10)), 7500],
    ['one over all', polygon(square(50, 50, 20), square(0, 0, 140)), 0]
  ]
  for (const [, shape, area] of areas) isClose(t, areaOnImage(shape, image), area, 1e-9)
})

t.test('parts beyond the image do not count', async t => {
  const areas: [Shape, number][] = [
    [{ kind: 'box', x: -10, y: 140, width: 50, height: 50 }, 40 * 10],
    [{ kind: 'box', x: 300, y: 0, width: 50, height: 50 }, 0],
    [{ kind: 'circle', x: 0, y: 75, radius: 50 }, (Math.PI * 50 ** 2) / 2],
    [{ kind: 'ellipse', x: 200, y: 150, radiusX: 60, radiusY: 20, rotation: 0 }, (Math.PI * 60 * 20) / 4],
    [{ kind: 'rotatedBox', x: 0, y: 75, width: 20, height: 20, rotation: 45 }, 200],
    [polygon(square(150, 100, 100)), 50 * 50],
    [polygon(square(150, 100, 100), square(180, 120, 60)), 50 * 50 - 20 * 30],
    [
      {
        kind: 'line',
        points: [
          [-10, 0],
          [10, 0]
        ]
      },
      0
    ]
  ]
  for (const [shape, area] of areas) isClose(t, areaOnImage(shape, image), area, 0.01)
})

t.test('a self-crossing outline covers the intended area, and touches itself after correction', async t => {
  // two triangles that meet at 50, 50: each 100 wide and 50 high
  const bow: Vertex[] = [
    [0, 0],
    [100, 0],
    [0, 100],
    [100, 100]
  ]
  t.equal(ringArea(bow), 0, 'its halves have opposite directions')
  isClose(t, areaOnImage(polygon(bow), image), 5000, 1e-9)
  const right = uncrossed(bow)!
  t.notOk(crossesItself(right))
  isClose(t, Math.abs(ringArea(right)), 5000, 1e-9)
})

/** Share of the image that is covered, by counting grid points. */
function counted(points: Vertex[], holes: Vertex[][], steps = 400): number {
  let inside = 0
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const [x, y] = [((column + 0.5) / steps) * image.width, ((row + 0.5) / steps) * image.height]
      if (isInRing(x, y, points) && !holes.some(hole => isInRing(x, y, hole))) inside++
    }
  return (inside / steps ** 2) * image.width * image.height
}

t.test('areas of any polygon equal those by sampling', async t => {
  const next = seededGenerator('areas')
  const share = () => next() / 2 ** 32
  const ring = (corners: number): Vertex[] => Array.from({ length: corners }, () => [share() * 300 - 50, share() * 250 - 50])
  for (let time = 0; time < 12; time++) {
    const [points, holes] = [ring(3 + (time % 6)), Array.from({ length: time % 4 }, () => ring(3 + (time % 3)))]
    const area = areaOnImage(polygon(points, ...holes), image)
    isClose(t, area, counted(points, holes), 150)
    const right = uncrossed(points)!
    isClose(t, areaOnImage(polygon(right), image), areaOnImage(polygon(points), image), 1e-6)
    t.notOk(crossesItself(right))
  }
})
