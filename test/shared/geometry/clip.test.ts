import t from 'tap'
import { clipRing } from '../../../shared/geometry/clip.ts'
import { axisEnds, corners, enclosingBox, isInRing, ringArea, shapeArea, type Vertex } from '../../../shared/geometry/outline.ts'

const picture = { x: 0, y: 0, width: 100, height: 50 }

t.test('a ring is cut at the edges of a picture', async t => {
  const inside: Vertex[] = [
    [10, 10],
    [20, 10],
    [20, 20]
  ]
  t.same(clipRing(inside, picture), inside)
  const around: Vertex[] = [
    [-10, -10],
    [200, -10],
    [200, 200],
    [-10, 200]
  ]
  t.equal(Math.abs(ringArea(clipRing(around, picture))), 5000)
  const beside = around.map(([x, y]): Vertex => [x + 500, y])
  t.same(clipRing(beside, picture), [])
})

t.test('enclosing boxes and areas of rotated and round shapes', async t => {
  const box = enclosingBox({ kind: 'rotatedBox', x: 50, y: 50, width: 20, height: 10, rotation: 90 })
  t.match([box.x, box.y, box.width, box.height].map(Math.round), [45, 40, 10, 20])
  const ellipse = { kind: 'ellipse', x: 50, y: 50, radiusX: 20, radiusY: 10, rotation: 90 } as const
  t.same(Object.values(enclosingBox(ellipse)).map(Math.round), [40, 30, 20, 40])
  t.same(axisEnds(ellipse)[1].map(Math.round), [50, 70])
  t.equal(shapeArea({ kind: 'circle', x: 0, y: 0, radius: 2 }), 4 * Math.PI)
  const [first] = corners({ kind: 'rotatedBox', x: 0, y: 0, width: 2, height: 2, rotation: 45 })
  t.ok(Math.abs(first[0]) < 1e-12 && Math.abs(first[1] + Math.SQRT2) < 1e-12)
  t.ok(isInRing(1, 1, corners({ x: 0, y: 0, width: 2, height: 2 })))
  t.notOk(isInRing(3, 1, corners({ x: 0, y: 0, width: 2, height: 2 })))
})
