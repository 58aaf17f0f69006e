import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { largestDiameter, wayLength } from '../../../shared/geometry/diameter.ts'
import { outline, type Vertex } from '../../../shared/geometry/outline.ts'
import { formatArea, formatLength, measuresOf } from '../../../web/canvas/measures.ts'
import { kindOf } from '../../../web/canvas/shapes/kinds.ts'
import { seeded } from '../../support/datasets.ts'
import { anyShape } from './tools/hands.ts'

const closed = (ring: readonly Vertex[]) => [...ring, ring[0]!]

t.test('perimeters and diameters equal those measured along a fine outline', async t => {
  const random = seeded(61)
  for (let round = 0; round < 60; round++) {
    const shape = anyShape(random)
    if (shape.kind === 'point') continue
    const fine = outline(shape, 360)
    const widest = Math.max(...fine.map(([ax, ay]) => Math.max(...fine.map(([bx, by]) => Math.hypot(bx - ax, by - ay)))))
    t.ok(Math.abs(largestDiameter(shape) / widest - 1) < 1e-4, `${shape.kind} ${largestDiameter(shape)} ${widest}`)
    if (shape.kind === 'line') continue
    const around = [fine, ...((shape.kind === 'polygon' && shape.holes) || [])].reduce((sum, ring) => sum + wayLength(closed(ring)), 0)
    const { perimeter } = kindOf(shape).lengths(shape)
    t.ok(Math.abs(perimeter! / around - 1) < 1e-3, `${shape.kind} ${perimeter} ${around}`)
  }
})

t.test('each kind has its applicable measures, in metres when the scale is known', async t => {
  const line: Shape = {
    kind: 'line',
    points: [
      [0, 0],
      [30, 40],
      [30, 100]
    ]
  }
  t.match(measuresOf(line, 0.01, 0), { length: { px: 110, meters: 1.1 }, perimeter: null, area: null })
  t.same(measuresOf({ kind: 'point', x: 1, y: 1 }, 0.01, 0), { length: null, perimeter: null, diameter: null, area: null })
  const box: Shape = { kind: 'box', x: 0, y: 0, width: 300, height: 400 }
  t.match(measuresOf(box, 0.5, 120_000), {
    length: { px: 400, meters: 200 },
    perimeter: { px: 1400, meters: 700 },
    diameter: { px: 500, meters: 250 },
    area: { px: 120_000, squareMeters: 30_000 }
  })
  t.match(measuresOf(box, null, 40_000), { area: { px: 40_000, squareMeters: null } })
})

t.test('lengths and areas are written with their units', async t => {
  const plain = (text: string) => text.replaceAll('\u2009', ' ')
  t.equal(plain(formatLength({ px: 1312.4, meters: null })), '1 312 px')
  t.equal(plain(formatLength({ px: 12.34, meters: 0.0042 })), '12.3 px · 4.2 mm')
  t.equal(plain(formatLength({ px: 312, meters: 0.0842 })), '312 px · 8.42 cm')
  t.equal(plain(formatLength({ px: 312, meters: 12.34 })), '312 px · 12.3 m')
  t.equal(plain(formatArea({ px: 5210, squareMeters: 0.00038 })), '5 210 px² · 3.8 cm²')
  t.equal(plain(formatArea({ px: 5210, squareMeters: 2.5 })), '5 210 px² · 2.5 m²')
})
