import t from 'tap'
import { corners, outline, type Vertex } from '../../../../shared/geometry/outline.ts'
import { snapped } from '../../../../web/canvas/tools/snapping.ts'
import { seeded } from '../../../support/datasets.ts'
import { anyShape, distanceToEdge } from './hands.ts'

t.test('the nearest of all vertices and edges is found, a vertex before an edge', async t => {
  const random = seeded(41)
  const found = { vertex: 0, edge: 0, none: 0 }
  for (let round = 0; round < 300; round++) {
    const shapes = Array.from({ length: random.whole(0, 5) }, () => anyShape(random))
    const near = shapes.flatMap(shape => outline(shape)).at(random.whole(0, 3)) ?? [2000, 1500]
    const at = { x: near[0] + random.between(-60, 60), y: near[1] + random.between(-60, 60) }
    const reach = random.between(2, 60)
    const edges = shapes.flatMap((shape): [Vertex, Vertex][] => {
      if (shape.kind === 'circle' || shape.kind === 'ellipse') return []
      if (shape.kind === 'point')
        return [
          [
            [shape.x, shape.y],
            [shape.x, shape.y]
          ]
        ]
      if (shape.kind === 'line') return shape.points.slice(1).map((end, index) => [shape.points[index]!, end])
      const rings = shape.kind === 'polygon' ? [shape.points, ...(shape.holes ?? [])] : [corners(shape)]
      return rings.flatMap(points => points.map((end, index): [Vertex, Vertex] => [points.at(index - 1)!, end]))
    })
    const toVertex = Math.min(...edges.flat().map(([x, y]) => Math.hypot(x - at.x, y - at.y)))
    const toEdge = Math.min(...edges.map(([a, b]) => distanceToEdge([at.x, at.y], a, b)))
    const snap = snapped(at, shapes, reach)
    const away = snap ? Math.hypot(snap.x - at.x, snap.y - at.y) : Infinity
    if (toVertex <= reach) {
      t.equal(snap?.to, 'vertex')
      t.ok(Math.abs(away - toVertex) < 1e-9)
    } else if (toEdge <= reach) {
      t.equal(snap?.to, 'edge')
      t.ok(Math.abs(away - toEdge) < 1e-9)
    } else t.equal(snap, null)
    found[snap?.to ?? 'none']++
  }
  t.ok(Math.min(found.vertex, found.edge, found.none) > 20, JSON.stringify(found))
})
