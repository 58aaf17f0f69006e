import t from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { isInRing, outline } from '../../../../shared/geometry/outline.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { seeded } from '../../../support/datasets.ts'
import { anyShape, distanceToEdge, picture } from '../tools/hands.ts'

/** Computes the distance by brute force, to an outline drawn with many corners. */
function slowDistance(shape: Shape, x: number, y: number): number {
  const rings = shape.kind === 'polygon' ? [shape.points, ...(shape.holes ?? [])] : [outline(shape, 2048)]
  const isOpen = shape.kind === 'line' || shape.kind === 'point'
  if (!isOpen && rings.filter(ring => isInRing(x, y, ring)).length % 2 === 1) return 0
  return Math.min(
    ...rings.flatMap(ring =>
      ring.map((end, index) =>
        isOpen && index === 0 ? Math.hypot(x - end[0], y - end[1]) : distanceToEdge([x, y], ring.at(index - 1)!, end)
      )
    )
  )
}

t.test('the distance is measured to the outline, even inside', async t => {
  const random = seeded(31)
  let inside = 0
  for (let round = 0; round < 2000; round++) {
    const shape = anyShape(random)
    const [middleX, middleY] = outline(shape)[0]!
    const [x, y] =
      random.next() < 0.5
        ? [random.between(0, picture.width), random.between(0, picture.height)]
        : [middleX + random.between(-60, 60), middleY + random.between(-60, 60)]
    const [fast, slow] = [kindOf(shape).distance(shape, x, y), slowDistance(shape, x, y)]
    if (slow === 0) inside++
    if (shape.kind === 'ellipse') {
      t.equal(fast < 0.01, slow < 0.01, 'inside or outside')
      t.ok(fast >= slow - 0.01, 'never less than the distance')
    } else t.ok(Math.abs(fast - slow) < 0.01, `${shape.kind} at ${x}, ${y}: ${fast}, not ${slow}`)
  }
  t.ok(inside > 100)
})
