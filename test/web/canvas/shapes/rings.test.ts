import t from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { segmentsOf, simplifyLine } from '../../../../web/canvas/shapes/simplify.ts'
import { Vertices } from '../../../../web/canvas/vertices.ts'
import { seeded } from '../../../support/datasets.ts'
import { distanceToEdge, ring } from '../tools/hands.ts'

const line = new Vertices() // one buffer for all calls, as in the app
const written = () => Array.from({ length: line.count }, (_, index): Vertex => [line.data[index * 2]!, line.data[index * 2 + 1]!])

function ringsOf(shape: Shape, tolerance: number): Vertex[][] {
  return Array.from({ length: kindOf(shape).ringCount(shape) }, (_, ring) => {
    kindOf(shape).trace(shape, ring, tolerance, line)
    return written()
  })
}

t.test('omitted vertices lie within the tolerance of the remaining line', async t => {
  const random = seeded(17)
  for (let round = 0; round < 100; round++) {
    const all = Array.from({ length: random.whole(2, 600) }, (_, step): Vertex => [step * 5, random.between(0, 40)])
    const tolerance = random.between(0.5, 20)
    line.take(all)
    simplifyLine(line, tolerance)
    const kept = written()
    t.same([kept[0], kept.at(-1)], [all[0], all.at(-1)], 'the ends stay')
    for (const vertex of all) {
      const away = Math.min(...kept.slice(1).map((end, index) => distanceToEdge(vertex, kept[index]!, end)))
      t.ok(away <= tolerance + 1e-9)
    }
  }
})

t.test('a ring stays a ring, and so do holes', async t => {
  const random = seeded(19)
  for (let round = 0; round < 50; round++) {
    const points = ring(random, 500, 500, 200)
    const hole = points.map(([x, y]): Vertex => [500 + (x - 500) / 3, 500 + (y - 500) / 3])
    for (const tolerance of [0, 3, 50, 1000]) {
      const rings = ringsOf({ kind: 'polygon', points, holes: [hole] }, tolerance)
      t.equal(rings.length, 2)
      t.ok(rings.every(vertices => vertices.length >= 3))
      if (tolerance === 0) t.same(rings, [points, hole])
    }
  }
})

t.test('a circle has as many corners as its size and the tolerance require', async t => {
  for (const radius of [1, 5, 40, 300, 700]) {
    for (const tolerance of [0.2, 1, 6, 24]) {
      const segments = segmentsOf(radius, tolerance)
      const stray = radius * (1 - Math.cos(Math.PI / segments))
      t.ok(stray <= tolerance + 1e-9, `${radius} within ${tolerance}`)
      if (segments > 8) t.ok(radius * (1 - Math.cos(Math.PI / (segments - 1))) > tolerance, 'and no more')
    }
  }
  t.ok(segmentsOf(100_000, 0) <= 256)
})

t.test('a point has no lines, and a line is open', async t => {
  t.same(ringsOf({ kind: 'point', x: 1, y: 2 }, 0), [])
  const open: Shape = {
    kind: 'line',
    points: [
      [0, 0],
      [5, 1]
    ]
  }
  t.same(ringsOf(open, 3), [open.points])
  t.notOk(kindOf(open).hasArea)
})
