import t from 'tap'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import { shapeArea } from '../../../../shared/geometry/outline.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { brushRadiusPx, brushTool } from '../../../../web/canvas/tools/brush.ts'
import { Mask } from '../../../../web/canvas/tools/mask.ts'
import type { ToolEventType } from '../../../../web/canvas/tools/tool-event.ts'
import { seeded } from '../../../support/datasets.ts'
import { eventAt, picture } from './hands.ts'

const near = (a: number, b: number, share: number) => Math.abs(a / b - 1) < share

function hand() {
  const tool = brushTool()
  const send = (type: ToolEventType, x = 0, y = 0) => tool.handle(eventAt(type, x, y), { picture, scale: 1, selectedPolygon: null })
  return {
    tool,
    send,
    stroke(...way: [number, number][]) {
      send('down', ...way[0]!)
      for (const at of way) send('move', ...at)
      return send('up', ...way.at(-1)!)
    }
  }
}

t.test('a stroke is a polygon of its width, and erasing its middle makes a hole', async t => {
  const { tool, send, stroke } = hand()
  stroke([100, 100], [300, 100])
  tool.erases(true)
  stroke([200, 100], [201, 100])
  tool.erases(false)
  stroke([176, 80], [224, 80])
  stroke([176, 120], [224, 120])
  const { done, alsoDone } = send('enter')
  t.same(alsoDone, [])
  t.match(done, { kind: 'polygon', holes: { length: 1 } })
  t.equal(kindOf(done as Polygon).fault(done as Polygon), null)
})

t.test('several parts are announced before they are saved, and become one shape each', async t => {
  const { send, stroke } = hand()
  t.match(stroke([100, 100]), { hint: 'Enter saves · Esc cancels' })
  t.match(stroke([400, 400], [450, 400]), { hint: '2 parts become 2 annotations · Enter saves · Esc cancels', others: { length: 1 } })
  const { done, alsoDone = [] } = send('leave')
  t.equal(alsoDone.length, 1)
  t.ok(near(shapeArea(done!), Math.PI * brushRadiusPx ** 2 + 50 * 2 * brushRadiusPx, 0.02))
  t.ok(near(shapeArea(alsoDone[0]!), Math.PI * brushRadiusPx ** 2, 0.02))
  t.equal(send('enter').done, null, 'nothing is left')
})

t.test('the eraser needs paint to remove, and Escape cancels', async t => {
  const { tool, send, stroke } = hand()
  tool.erases(true)
  t.match(send('down', 10, 10), { draft: null, message: /Paint with the brush first/ })
  tool.erases(false)
  stroke([10, 10])
  t.equal(send('escape').draft, null)
  t.equal(send('enter').done, null)
})

t.test('every painting gives valid polygons', async t => {
  const random = seeded(7)
  for (let round = 0; round < 60; round++) {
    const mask = new Mask()
    for (let stroke = 0; stroke < 12; stroke++) {
      const place = (): [number, number] => [random.between(0, 120), random.between(0, 90)]
      mask.paint(place(), place(), random.between(0.6, 14), random.next() < 0.6, { width: 120, height: 90 })
    }
    for (const polygon of mask.polygons()) {
      t.equal(kindOf(polygon).fault(polygon), null)
      t.ok((polygon.holes ?? []).every(hole => shapeArea({ kind: 'polygon', points: hole }) > 0))
    }
  }
})
