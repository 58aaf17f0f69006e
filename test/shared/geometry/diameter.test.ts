import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { shapeLength } from '../../../shared/geometry/diameter.ts'

t.test('a line has its length, a box its longer side, another shape its largest diameter', async t => {
  const lengths: [Shape, number][] = [
    [{ kind: 'point', x: 3, y: 4 }, 0],
    [
      {
        kind: 'line',
        points: [
          [0, 0],
          [3, 4],
          [3, 14]
        ]
      },
      15
    ],
    [{ kind: 'box', x: 10, y: 10, width: 30, height: 40 }, 40],
    [{ kind: 'rotatedBox', x: 0, y: 0, width: 9, height: 8, rotation: 33 }, 9],
    [{ kind: 'circle', x: 0, y: 0, radius: 7 }, 14],
    [{ kind: 'ellipse', x: 0, y: 0, radiusX: 2, radiusY: 9, rotation: 12 }, 18],
    [
      {
        kind: 'polygon',
        points: [
          [0, 0],
          [100, 0],
          [100, 10],
          [50, 3],
          [0, 10]
        ]
      },
      Math.hypot(100, 10)
    ]
  ]
  for (const [shape, length] of lengths) t.equal(shapeLength(shape), length, shape.kind)
})

t.test('the largest diameter of a polygon is the largest over all pairs of its vertices', async t => {
  const points = Array.from({ length: 200 }, (_, at): [number, number] => [(at * 7919) % 503, (at * 104_729) % 307])
  const pairs = points.flatMap(([x, y]) => points.map(([u, v]) => Math.hypot(x - u, y - v)))
  t.equal(shapeLength({ kind: 'polygon', points }), Math.max(...pairs))
  t.equal(
    shapeLength({
      kind: 'polygon',
      points: [
        [0, 0],
        [5, 0],
        [9, 0]
      ]
    }),
    9,
    'even when all lie on a line'
  )
})
