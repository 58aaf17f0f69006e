import t from 'tap'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import { isInRing, ringArea, shapeArea, type Vertex } from '../../../../shared/geometry/outline.ts'
import { withHole } from '../../../../web/canvas/shapes/holes.ts'
import { seeded } from '../../../support/datasets.ts'
import { ring } from '../tools/hands.ts'

const box = (x: number, y: number, width: number, height: number): Vertex[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height]
]
const square: Polygon = { kind: 'polygon', points: box(0, 0, 100, 100) }

/** Densely spaced points along a ring. */
const along = (points: readonly Vertex[]) =>
  points.flatMap(([ax, ay], index) => {
    const [bx, by] = points[(index + 1) % points.length]!
    return Array.from({ length: 40 }, (_, step): Vertex => [ax + ((bx - ax) * step) / 40, ay + ((by - ay) * step) / 40])
  })

t.test('a hole is accepted exactly when all of it lies inside', async t => {
  const random = seeded(31)
  const taken = { yes: 0, no: 0 }
  for (let round = 0; round < 500; round++) {
    const polygon: Polygon = { kind: 'polygon', points: ring(random, 500, 500, 300) }
    const hole = ring(random, random.between(300, 700), random.between(300, 700), random.between(20, 200))
    const result = withHole(polygon, hole)
    const inside = along(hole).filter(([x, y]) => isInRing(x, y, polygon.points)).length
    if ('shape' in result) {
      taken.yes++
      t.equal(inside, 40 * hole.length, 'all of the hole lies inside')
      t.ok(Math.abs(shapeArea(polygon) - Math.abs(ringArea(hole)) - shapeArea(result.shape)) < 1e-6)
    } else {
      taken.no++
      const outlineInHole = along(polygon.points).some(([x, y]) => isInRing(x, y, hole))
      // a corner may cut across by less than the spacing of the points
      t.ok(inside < 40 * hole.length || outlineInHole || result.refusal === 'The hole crosses the outline.', result.refusal)
    }
  }
  t.ok(taken.yes > 50 && taken.no > 50, JSON.stringify(taken))
})

t.test('a hole that crosses, lies outside or overlaps another is refused with its reason', async t => {
  t.match(withHole(square, box(80, 80, 50, 10)), { refusal: 'The hole crosses the outline.' })
  t.match(withHole(square, box(200, 200, 10, 10)), { refusal: 'The hole does not lie inside the outline.' })
  t.match(withHole(square, box(-10, -10, 300, 300)), { refusal: 'The hole does not lie inside the outline.' })
  t.match(withHole(square, box(10, 0, 20, 20)), { refusal: 'The hole crosses the outline.' }, 'along an edge')
  const holed = withHole(square, box(20, 20, 30, 30))
  if (!('shape' in holed)) return t.fail()
  t.match(withHole(holed.shape, box(40, 40, 30, 30)), { refusal: 'The hole crosses another hole.' })
  t.match(withHole(holed.shape, box(25, 25, 5, 5)), { refusal: 'The hole overlaps another hole.' })
  t.match(withHole(holed.shape, box(10, 10, 60, 60)), { refusal: 'The hole overlaps another hole.' })
  t.match(withHole(holed.shape, box(60, 60, 10, 10)), { shape: { holes: { length: 2 } } })
  t.match(withHole(square, box(10, 10, 20, 0)), { refusal: /three corners/ })
})

t.test('corners may touch; a hole that leaves through a touching corner is refused', async t => {
  const touching: Vertex[] = [
    [0, 50],
    [40, 30],
    [40, 70]
  ]
  t.match(withHole(square, touching), { shape: { holes: [touching] } })
  const leaving: Vertex[] = [
    [40, 30],
    [0, 50],
    [-30, 60],
    [0, 70],
    [40, 80]
  ]
  t.match(withHole(square, leaving), { refusal: String })
  const both = withHole(square, box(10, 10, 20, 20))
  if (!('shape' in both)) return t.fail()
  t.match(withHole(both.shape, box(30, 30, 20, 20)), { shape: { holes: { length: 2 } } }, 'two holes meet at a corner')
})
