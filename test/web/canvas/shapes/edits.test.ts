import t from 'tap'
import { Value } from 'typebox/value'
import { Shape } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox, shapeArea } from '../../../../shared/geometry/outline.ts'
import { overhang } from '../../../../web/canvas/shapes/bounds.ts'
import {
  checked,
  moved,
  movedInside,
  nudged,
  resizedBy,
  rounded,
  scaledTo,
  settledEdits,
  uncrossed,
  withoutVertex
} from '../../../../web/canvas/shapes/edits.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { differenceOf, seeded } from '../../../support/datasets.ts'
import { anyShape, picture } from '../tools/hands.ts'

t.test('any shape moved there and back is unchanged', async t => {
  const random = seeded(11)
  for (let round = 0; round < 300; round++) {
    const shape = anyShape(random)
    const [dx, dy] = [random.between(-500, 500), random.between(-500, 500)]
    const away = moved(shape, dx, dy)
    t.ok(Math.abs(enclosingBox(away).x - enclosingBox(shape).x - dx) < 1e-9, shape.kind)
    t.ok(differenceOf(moved(away, -dx, -dy), shape) < 1e-9, shape.kind)
  }
})

t.test('a move stops at the edges of the image, and goes as far as they allow', async t => {
  const random = seeded(12)
  for (let round = 0; round < 300; round++) {
    const shape = anyShape(random)
    const after = nudged(shape, random.between(-9000, 9000), random.between(-9000, 9000), picture)
    t.ok(overhang(after, picture) < 1e-9, shape.kind)
    t.ok(Math.abs(shapeArea(after) - shapeArea(shape)) < 1e-6 * shapeArea(shape) + 1e-9)
    const { x, y } = enclosingBox(nudged(shape, -9000, -9000, picture))
    t.ok(Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9, `${shape.kind} reaches the corner`)
  }
})

t.test('shapes moved together keep their relative positions', async t => {
  const shapes = [
    { kind: 'point', x: 10, y: 10 },
    { kind: 'box', x: 100, y: 100, width: 20, height: 20 }
  ] as const
  t.same(movedInside(shapes, -50, 5, picture), [
    { kind: 'point', x: 0, y: 15 },
    { kind: 'box', x: 90, y: 105, width: 20, height: 20 }
  ])
})

t.test('an imported circle beyond the edge stays, and can be moved inwards but not further out', async t => {
  const circle = { kind: 'circle', x: 5, y: 1000, radius: 50 } as const
  t.same(nudged(circle, -10, 3, picture), { ...circle, y: 1003 })
  t.same(nudged(circle, 30, 0, picture), { ...circle, x: 35 })
})

t.test('a shape takes any requested size about its centre, as far as there is room', async t => {
  const random = seeded(13)
  for (let round = 0; round < 300; round++) {
    const shape = anyShape(random)
    const asked = { width: random.between(0, 6000), height: random.between(0, 6000) }
    const after = scaledTo(shape, asked, picture)
    t.ok(Value.Check(Shape, after), shape.kind)
    t.ok(overhang(after, picture) < 1e-5, shape.kind)
    const small = scaledTo(shape, { width: 1.5, height: 1.25 }, picture)
    if (shape.kind === 'point') continue
    const { width, height } = kindOf(small).size(small)
    t.ok(Math.abs(width - 1.5) < 1e-6, `${shape.kind} ${width}`)
    t.ok(Math.abs(height - (shape.kind === 'circle' ? 1.5 : 1.25)) < 1e-6, `${shape.kind} ${height}`)
  }
})

t.test('keys resize a shape, never below a tenth of a pixel', async t => {
  const box = { kind: 'box', x: 100, y: 100, width: 10, height: 4 } as const
  t.same(resizedBy(box, 2, 0, picture), { ...box, x: 99, width: 12 })
  t.match(resizedBy(box, 0, -50, picture), { width: 10, height: 0.1 })
  t.same(resizedBy({ kind: 'circle', x: 50, y: 50, radius: 10 }, 0, 4, picture), { kind: 'circle', x: 50, y: 50, radius: 12 })
})

t.test('a vertex can be removed while enough remain', async t => {
  const triangle: Shape = {
    kind: 'polygon',
    points: [
      [0, 0],
      [90, 0],
      [0, 90]
    ]
  }
  t.same(withoutVertex(triangle, 0, 1), { refusal: 'A polygon needs at least three corners.' })
  const holed: Shape = {
    ...triangle,
    points: [...triangle.points, [-20, 40]],
    holes: [
      [
        [10, 10],
        [20, 10],
        [10, 20]
      ]
    ]
  }
  t.match(withoutVertex(holed, 0, 3), { shape: { points: triangle.points, holes: holed.holes } })
  t.same(withoutVertex(holed, 1, 0), { shape: { kind: 'polygon', points: holed.points } }, 'a hole of three vertices is removed as a whole')
  t.same(withoutVertex(holed, 0, 0), { refusal: 'The hole does not lie inside the outline.' })
  const line: Shape = {
    kind: 'line',
    points: [
      [0, 0],
      [5, 5],
      [9, 0]
    ]
  }
  t.same(withoutVertex(line, 0, 1), {
    shape: {
      kind: 'line',
      points: [
        [0, 0],
        [9, 0]
      ]
    }
  })
  t.match(withoutVertex({ kind: 'point', x: 1, y: 1 }, 0, 0), { refusal: String })
})

t.test('a shape without extent is refused with an explanation', async t => {
  const flat: Shape = {
    kind: 'polygon',
    points: [
      [0, 0],
      [5, 5],
      [10, 10]
    ]
  }
  t.same(checked(flat), { refusal: 'The shape would have no area.' })
  const nowhere: Shape = {
    kind: 'line',
    points: [
      [3, 3],
      [3, 3]
    ]
  }
  t.same(checked(nowhere), { refusal: 'The line would have no length.' })
  const point: Shape = { kind: 'point', x: 1, y: 1 }
  t.same(settledEdits([{ id: 'a', shape: point }]), { edits: [{ id: 'a', shape: point }] })
  t.same(
    settledEdits([
      { id: 'a', shape: point },
      { id: 'b', shape: flat }
    ]),
    { edits: [], message: 'The shape would have no area.' },
    'all or nothing'
  )
})

t.test('rounding moves nothing by more than a hundredth of a pixel, and a second rounding nothing', async t => {
  const random = seeded(14)
  for (let round = 0; round < 200; round++) {
    const shape = anyShape(random)
    const once = rounded(shape)
    t.ok(differenceOf(once, shape) <= 0.0101, shape.kind)
    t.same(rounded(once), once)
    t.ok(overhang(once, picture) <= 0.0101)
    t.ok(Value.Check(Shape, once))
  }
})

t.test('no edit makes an outline cross itself, but a crossing one may be corrected', async t => {
  // a square with a notch: the corner inside the notch is at (50, 40)
  const notched: Shape = {
    kind: 'polygon',
    points: [
      [0, 0],
      [50, 40],
      [100, 0],
      [100, 100],
      [0, 100]
    ]
  }
  const dragged = (to: [number, number]): Shape => ({ ...notched, points: notched.points.with(1, to) })
  t.same(uncrossed(notched, { shape: dragged([50, 99]) }), { shape: dragged([50, 99]) })
  t.same(uncrossed(notched, { shape: dragged([50, 120]) }), { refusal: 'The outline would cross itself.' })
  t.same(uncrossed(dragged([50, 120]), { shape: dragged([50, 110]) }), { shape: dragged([50, 110]) })
})
