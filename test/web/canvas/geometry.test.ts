import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, shapeArea } from '../../../shared/geometry/outline.ts'
import { sortIntoCells } from '../../../web/canvas/cells.ts'
import { details } from '../../../web/canvas/detail.ts'
import { asOnePart, type Geometry, GeometryBuilder } from '../../../web/canvas/geometry.ts'
import { Mark } from '../../../web/canvas/shapes/shape-kind.ts'
import { seeded } from '../../support/datasets.ts'
import { anyShape, picture } from './tools/hands.ts'

const boxesOf = (shapes: readonly Shape[]) =>
  Float64Array.from(
    shapes.flatMap(shape => {
      const { x, y, width, height } = enclosingBox(shape)
      return [x, y, x + width, y + height]
    })
  )

function built(shapes: readonly Shape[], detail = details[0]!): Geometry {
  const builder = new GeometryBuilder({ shapes, boxes: boxesOf(shapes), ...asOnePart(0, shapes.length) }, detail, true)
  return builder.work(Number.POSITIVE_INFINITY)!
}

/** Sums the area of all triangles in square pixels. */
function filledArea({ fills, lines }: Geometry): number {
  let sum = 0
  for (let at = 0; at < fills.length; at += 3) {
    const corner = (index: number): [number, number] => [lines.data[fills[at + index]! * 4]!, lines.data[fills[at + index]! * 4 + 1]!]
    const [[ax, ay], [bx, by], [cx, cy]] = [corner(0), corner(1), corner(2)]
    sum += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
  }
  return sum
}

t.test('the triangles of a shape cover its area, without its holes', async t => {
  const random = seeded(23)
  for (let round = 0; round < 200; round++) {
    const shape = anyShape(random)
    const area = shapeArea(shape)
    const tolerance = shape.kind === 'circle' || shape.kind === 'ellipse' ? 0.05 * area : 1e-3 * area + 1e-6
    t.ok(Math.abs(filledArea(built([shape])) - area) <= tolerance, shape.kind)
  }
})

t.test('a point is a symbol, and so are small shapes far away', async t => {
  const marksOf = (shape: Shape, detail = details[0]!) => {
    const { marks, lines } = built([shape], detail)
    return { kinds: [...Array(marks.count / 2).keys()].map(mark => marks.data[mark * 8 + 3]), texels: lines.count }
  }
  const box: Shape = { kind: 'box', x: 10, y: 10, width: 40, height: 20 }
  const line: Shape = {
    kind: 'line',
    points: [
      [10, 10],
      [50, 10],
      [50, 30]
    ]
  }
  const far = details.findIndex(({ below }) => below === 0.125)
  t.same(marksOf({ kind: 'point', x: 5, y: 5 }), { kinds: [Mark.point], texels: 0 })
  t.same(marksOf(box), { kinds: [], texels: 7 })
  t.same(marksOf(box, details[far]), { kinds: [Mark.box], texels: 0 })
  t.same(marksOf({ kind: 'circle', x: 50, y: 50, radius: 20 }, details[far]), { kinds: [Mark.ellipse], texels: 0 })
  t.same(marksOf(line, details[far]).kinds, [Mark.blob], 'its corners are no longer distinguishable')
  t.same(marksOf(line, details[1]).kinds, [], 'here they are')
  const turned: Shape = { kind: 'rotatedBox', x: 500, y: 500, width: 130, height: 130, rotation: 45 }
  t.same(marksOf(turned, details[far]).kinds, [], 'a rotated box is not an upright quad')
})

t.test('parts follow one another, and building in pieces gives the same', async t => {
  const random = seeded(29)
  const shapes = Array.from({ length: 500 }, () => anyShape(random))
  const boxes = boxesOf(shapes)
  const cells = sortIntoCells(boxes, shapes.length, picture)
  for (const detail of details) {
    const from = { shapes, boxes, order: cells.order, starts: cells.starts }
    const whole = new GeometryBuilder(from, detail, true).work(Number.POSITIVE_INFINITY)!
    const builder = new GeometryBuilder(from, detail, true)
    let pieces = 0
    let geometry: Geometry | null = null
    while (!geometry) {
      geometry = builder.work(0)
      pieces++
    }
    t.ok(pieces > 5)
    t.same(geometry.lines.data.subarray(0, geometry.lines.count * 4), whole.lines.data.subarray(0, whole.lines.count * 4))
    t.same(geometry.fills, whole.fills)
    for (const [starts, end] of [
      [whole.lineStarts, whole.lines.count],
      [whole.markStarts, whole.marks.count],
      [whole.fillStarts, whole.fills.length]
    ] as const) {
      t.equal(starts[0], 0)
      t.equal(starts.at(-1), end)
      t.ok(starts.every((start, part) => part === 0 || start >= starts[part - 1]!))
    }
    // every texel of a part belongs to a shape of that part
    for (let part = 0; part < cells.starts.length - 1; part++) {
      const slots = new Set(cells.order.subarray(cells.starts[part], cells.starts[part + 1]))
      for (let texel = whole.lineStarts[part]!; texel < whole.lineStarts[part + 1]!; texel++) {
        if (!slots.has(whole.lines.data[texel * 4 + 2]!)) t.fail(`texel ${texel} is in another part`)
      }
    }
  }
})
