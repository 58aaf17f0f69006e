import t from 'tap'
import { Value } from 'typebox/value'
import { Shape } from '../../../../shared/contracts/shapes.ts'
import { axisEnds, corners, isInRing } from '../../../../shared/geometry/outline.ts'
import { overhang } from '../../../../web/canvas/shapes/bounds.ts'
import type { DragOptions, Handle, HandleOptions, Place } from '../../../../web/canvas/shapes/handle.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { differenceOf, seeded } from '../../../support/datasets.ts'
import { anyShape, picture } from '../tools/hands.ts'

const handlesOf = (shape: Shape, options: HandleOptions) => kindOf(shape).handles(shape, options)
const dragged = (shape: Shape, handle: Handle, to: Place, options: DragOptions) => kindOf(shape).dragged(shape, handle, to, options)
const plain = { keepRatio: false, fromCentre: false, picture }
const handleOf = (shape: Shape, kind: Handle['kind'], index = 0) =>
  handlesOf(shape, { picture, pixel: 1 }).filter(handle => handle.kind === kind)[index]!

t.test('dragging any handle anywhere gives a valid shape inside the image', async t => {
  const random = seeded(21)
  for (let round = 0; round < 400; round++) {
    const shape = anyShape(random)
    const options = { keepRatio: random.next() < 0.4, fromCentre: random.next() < 0.4, picture }
    for (const handle of handlesOf(shape, { picture, pixel: random.between(0.1, 8) })) {
      const to = { x: random.between(-2000, 6000), y: random.between(-2000, 5000) }
      const after = dragged(shape, handle, to, options)
      t.ok(Value.Check(Shape, after), `${shape.kind} ${handle.kind} ${JSON.stringify(after)}`)
      t.ok(overhang(after, picture) < 1e-5, `${shape.kind} ${handle.kind} stays in`)
      t.equal(after.kind, shape.kind)
      if (handle.kind === 'midpoint') continue
      const still = dragged(shape, handle, handle, { ...plain })
      t.ok(differenceOf(still, shape) < 1e-6, `${shape.kind} ${handle.kind} dragged nowhere stays`)
    }
  }
})

t.test('the dragged corner follows the pointer, and the opposite one stays', async t => {
  const random = seeded(22)
  for (let round = 0; round < 200; round++) {
    const shape = anyShape(random, random.one(['box', 'rotatedBox'] as const))
    const index = random.whole(0, 3)
    const handle = handleOf(shape, 'corner', index)
    const to = { x: handle.x + random.between(-1, 1), y: handle.y + random.between(-1, 1) }
    const after = dragged(shape, handle, to, plain)
    if (after.kind !== 'box' && after.kind !== 'rotatedBox') return t.fail()
    const [before, now] = [corners(shape as typeof after), corners(after)]
    // a side that would flip or vanish may end elsewhere; these are all longer
    const isNear = (a: readonly number[], x: number, y: number) => Math.hypot(a[0]! - x, a[1]! - y) < 1e-6
    t.ok(now.some(corner => isNear(corner, to.x, to.y)) || Math.min(after.width, after.height) <= 0.5, `corner ${index}`)
    t.ok(
      now.some(corner => isNear(corner, ...before[(index + 2) % 4]!)),
      'the opposite corner'
    )
  }
})

t.test('a box stays upright, keeps its ratio, and grows from its centre', async t => {
  const box: Shape = { kind: 'box', x: 100, y: 100, width: 40, height: 20 }
  const corner = handleOf(box, 'corner', 2)
  t.same(dragged(box, corner, { x: 160, y: 150 }, plain), { kind: 'box', x: 100, y: 100, width: 60, height: 50 })
  t.same(dragged(box, corner, { x: 180, y: 125 }, { ...plain, keepRatio: true }), { kind: 'box', x: 100, y: 100, width: 80, height: 40 })
  t.same(dragged(box, corner, { x: 150, y: 130 }, { ...plain, fromCentre: true }), { kind: 'box', x: 90, y: 90, width: 60, height: 40 })
  t.same(dragged(box, corner, { x: 60, y: 70 }, plain), { kind: 'box', x: 60, y: 70, width: 40, height: 30 }, 'it flips')
  const right = handleOf(box, 'edge', 1)
  t.same(dragged(box, right, { x: 200, y: 999 }, plain), { ...box, width: 100 })
  t.same(dragged(box, corner, { x: 9000, y: 125 }, plain), { kind: 'box', x: 100, y: 100, width: 3900, height: 25 }, 'along the edge')
})

t.test('a rotated box is resized along its own axes', async t => {
  const box: Shape = { kind: 'rotatedBox', x: 500, y: 500, width: 200, height: 100, rotation: 90 }
  const right = handleOf(box, 'edge', 1)
  t.same([right.x, right.y].map(Math.round), [500, 600], 'its right side is at the bottom')
  const after = dragged(box, right, { x: 700, y: 640 }, plain)
  t.ok(differenceOf(after, { ...box, y: 520, width: 240 }) < 1e-9)
})

t.test('the rotation handle lies above, and steps of 15 degrees are kept', async t => {
  const box: Shape = { kind: 'rotatedBox', x: 500, y: 500, width: 200, height: 100, rotation: 0 }
  const handle = handleOf(box, 'rotate')
  t.same({ x: Math.round(handle.x), y: Math.round(handle.y) }, { x: 500, y: 424 })
  t.ok(differenceOf(dragged(box, handle, { x: 600, y: 500 }, plain), { ...box, rotation: 90 }) < 1e-9)
  t.match(dragged(box, handle, { x: 520, y: 420 }, { ...plain, keepRatio: true }), { rotation: 15 })
  const high: Shape = { ...box, y: 60 }
  t.ok(handleOf(high, 'rotate').y > 60, 'below, where there is no space above')
})

t.test('radii of circles and ellipses follow the pointer', async t => {
  const circle: Shape = { kind: 'circle', x: 300, y: 300, radius: 50 }
  t.same(dragged(circle, handleOf(circle, 'radius', 1), { x: 330, y: 340 }, plain), { ...circle, radius: 50 })
  t.same(dragged(circle, handleOf(circle, 'radius', 1), { x: 420, y: 300 }, plain), { ...circle, radius: 120 })
  const ellipse: Shape = { kind: 'ellipse', x: 300, y: 300, radiusX: 80, radiusY: 20, rotation: 30 }
  for (const [index, [x, y]] of axisEnds({ ...ellipse, radiusX: 120, radiusY: 45 }).entries()) {
    const after = dragged(ellipse, handleOf(ellipse, 'radius', index), { x, y }, plain)
    t.ok(differenceOf(after, index < 2 ? { ...ellipse, radiusX: 120 } : { ...ellipse, radiusY: 45 }) < 1e-9)
  }
  const larger = dragged(
    ellipse,
    handleOf(ellipse, 'radius', 1),
    { x: 300 + 160 * Math.cos(Math.PI / 6), y: 380 },
    { ...plain, keepRatio: true }
  )
  t.ok(differenceOf(larger, { ...ellipse, radiusX: 160, radiusY: 40 }) < 1e-9)
})

t.test('a vertex moves, and a midpoint becomes one', async t => {
  const polygon: Shape = {
    kind: 'polygon',
    points: [
      [100, 100],
      [200, 100],
      [200, 200],
      [100, 200]
    ],
    holes: [
      [
        [120, 120],
        [180, 120],
        [150, 160]
      ]
    ]
  }
  t.match(dragged(polygon, handleOf(polygon, 'vertex', 1), { x: 250, y: 90 }, plain), { points: [[100, 100], [250, 90], Array, Array] })
  const last = handleOf(polygon, 'midpoint', 3)
  t.match(last, { x: 100, y: 150, index: 3, ring: 0 }, 'the last edge closes the ring')
  t.match(dragged(polygon, last, { x: 80, y: 150 }, plain), { points: { length: 5, 4: [80, 150] } })
  const ofHole = handleOf(polygon, 'vertex', 6)
  t.match(dragged(polygon, ofHole, { x: 150, y: 170 }, plain), { points: polygon.points, holes: [{ 2: [150, 170] }] })
  const far = handlesOf(polygon, { picture, pixel: 4 })
  t.notOk(
    far.some(({ kind }) => kind === 'midpoint'),
    'an edge of 25 screen pixels has no space for one'
  )
  t.ok(isInRing(150, 130, polygon.points))
})
