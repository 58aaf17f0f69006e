import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeOverlap } from '../../../shared/geometry/shape-overlap.ts'
import { isClose } from '../../support/close.ts'

const square: Shape = { kind: 'box', x: 0, y: 0, width: 10, height: 10 }
const asPolygon: Shape = {
  kind: 'polygon',
  points: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10]
  ]
}

t.test('boxes are compared exactly', async t => {
  t.equal(shapeOverlap(square, square), 1)
  t.equal(shapeOverlap(square, { ...square, x: 5 }), 1 / 3)
  t.equal(shapeOverlap(square, { ...square, x: 10 }), 0, 'side by side')
  t.equal(shapeOverlap(square, { ...square, x: 4, y: 4, width: 2, height: 2 }), 0.04)
})

t.test('other shapes agree with boxes, and circles with their formula', async t => {
  isClose(t, shapeOverlap(asPolygon, { ...square, x: 5 }), 1 / 3, 0.002)
  isClose(t, shapeOverlap({ kind: 'rotatedBox', x: 5, y: 5, width: 10, height: 10, rotation: 90 }, asPolygon), 1, 1e-9)
  isClose(t, shapeOverlap({ kind: 'circle', x: 5, y: 5, radius: 5 }, asPolygon), Math.PI / 4, 0.002)
  isClose(t, shapeOverlap({ kind: 'rotatedBox', x: 5, y: 5, width: 10, height: 10, rotation: 45 }, square), Math.SQRT1_2, 0.002)
  // two circles of radius 1 whose middles are 1 apart: lens 2π/3 − √3/2
  const lens = (2 * Math.PI) / 3 - Math.sqrt(3) / 2
  const circle: Shape = { kind: 'circle', x: 0, y: 0, radius: 1 }
  isClose(t, shapeOverlap(circle, { ...circle, x: 1 }), lens / (2 * Math.PI - lens), 0.002)
  isClose(t, shapeOverlap(circle, { ...circle, y: 1 }), lens / (2 * Math.PI - lens), 0.002)
})

t.test('a hole is not covered', async t => {
  const ring: Shape = {
    kind: 'polygon',
    points: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10]
    ],
    holes: [
      [
        [2.5, 2.5],
        [7.5, 2.5],
        [7.5, 7.5],
        [2.5, 7.5]
      ]
    ]
  }
  isClose(t, shapeOverlap(ring, square), 0.75, 0.002)
  t.equal(shapeOverlap(ring, { ...square, x: 3, y: 3, width: 4, height: 4 }), 0)
  isClose(t, shapeOverlap(ring, ring), 1, 1e-12)
})

t.test('the overlap is symmetric, and 0 for shapes without an area', async t => {
  const ellipse: Shape = { kind: 'ellipse', x: 6, y: 4, radiusX: 6, radiusY: 3, rotation: 20 }
  t.equal(shapeOverlap(ellipse, asPolygon), shapeOverlap(asPolygon, ellipse))
  t.equal(shapeOverlap({ kind: 'point', x: 5, y: 5 }, square), 0)
  t.equal(
    shapeOverlap(
      {
        kind: 'line',
        points: [
          [0, 0],
          [9, 9]
        ]
      },
      square
    ),
    0
  )
})
