import t from 'tap'
import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import { shapeArea, type Vertex } from '../../../../shared/geometry/outline.ts'
import { kindOf } from '../../../../web/canvas/shapes/kinds.ts'
import { brushRadiusPx, brushTool } from '../../../../web/canvas/tools/brush.ts'
import { Mask } from '../../../../web/canvas/tools/mask.ts'
import type { ToolEventType } from '../../../../web/canvas/tools/tool-event.ts'
import { seeded } from '../../../support/datasets.ts'
import { distanceToEdge, eventAt, picture } from './hands.ts'

const near = (a: number, b: number, share: number) => Math.abs(a / b - 1) < share

function hand(selectedPolygon: Polygon | null = null) {
  const tool = brushTool()
  const selectedId = selectedPolygon && 'selected'
  const stored = { shape: selectedPolygon }
  const context = { picture, scale: 1, selectedPolygon, selectedId, shapeOf: () => stored.shape }
  const send = (type: ToolEventType, x = 0, y = 0) => tool.handle(eventAt(type, x, y), context)
  return {
    tool,
    send,
    stored,
    stroke(...way: [number, number][]) {
      send('down', ...way[0]!)
      for (const at of way) send('move', ...at)
      return send('up', ...way.at(-1)!)
    }
  }
}

t.test('a stroke is a polygon of its width, and erasing its middle cuts a hole', async t => {
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

t.test('backspace takes back one stroke after another, also of the eraser', async t => {
  const { tool, send, stroke } = hand()
  const drawn = () => {
    const { draft, others = [] } = send('doubleClick')
    return [draft, ...others].map(shape => shape && Math.round(shapeArea(shape)))
  }
  const states = [drawn()]
  stroke([100, 100], [300, 100])
  states.push(drawn())
  stroke([300, 100], [300, 300])
  states.push(drawn())
  tool.erases(true)
  stroke([200, 60], [200, 140])
  states.push(drawn())
  t.equal(states[3]!.length, 2, 'the eraser cuts it in two')
  for (const before of states.slice(0, -1).reverse()) {
    send('backspace')
    t.same(drawn(), before)
  }
  send('backspace')
  t.equal(send('enter').done, null, 'nothing is left')
})

t.test('a new mask that is erased completely leaves nothing, and its strokes do not come back', async t => {
  const { tool, send, stroke } = hand()
  stroke([100, 100])
  tool.erases(true)
  for (const y of [90, 100, 110]) stroke([80, y], [120, y])
  tool.erases(false)
  stroke([400, 400])
  t.match(send('backspace'), { draft: null })
  t.match(send('backspace'), { draft: null })
})

t.test('backspace in the middle of a stroke ends it, and after the first stroke the polygon is edited no more', async t => {
  const { send, stroke } = hand(square)
  stroke([290, 200], [400, 200])
  send('down', 400, 200)
  send('move', 400, 400)
  const one = send('backspace')
  t.same(send('move', 500, 500).draft, one.draft)
  t.match(one, { editedId: 'selected', draft: { kind: 'polygon' } })
  t.match(send('backspace'), { editedId: null, draft: null })
})

const square: Polygon = {
  kind: 'polygon',
  points: [
    [100, 100],
    [300, 100],
    [300, 300],
    [100, 300]
  ]
}

t.test('a stroke that begins on the selected polygon adds to it, and one beside it begins a new shape', async t => {
  const { send, stroke } = hand(square)
  t.match(stroke([290, 200], [400, 200]), { editedId: 'selected', hint: 'Changes the selected polygon · Enter saves · Esc cancels' })
  const added = send('enter')
  t.match(added, { editedId: 'selected', alsoDone: { length: 0 } })
  t.ok(near(shapeArea(added.done!), 200 * 200 + 100 * 2 * brushRadiusPx + (Math.PI * brushRadiusPx ** 2) / 2, 0.02))
  t.match(stroke([600, 600]), { editedId: null })
  t.match(send('enter'), { done: { kind: 'polygon' }, editedId: null })
  stroke([200, 200])
  t.match(send('enter'), { done: null }, 'a stroke inside it changes nothing')
})

t.test('the eraser cuts holes and parts from the selected polygon, and never removes all of it', async t => {
  const { tool, send, stroke } = hand(square)
  tool.erases(true)
  stroke([200, 200])
  t.match(send('enter'), { editedId: 'selected', done: { holes: { length: 1 } } })
  t.match(stroke([80, 160], [320, 160]), { hint: '2 parts become 2 annotations · Enter saves · Esc cancels', others: { length: 1 } })
  const { done, alsoDone = [] } = send('leave')
  t.ok(near(shapeArea(done!), 200 * (140 - brushRadiusPx), 0.02), 'the largest part replaces it')
  t.ok(near(shapeArea(alsoDone[0]!), 200 * (60 - brushRadiusPx), 0.02))
  for (let y = 90; y <= 310; y += brushRadiusPx) stroke([80, y], [320, y])
  t.match(stroke([80, 310], [320, 310]), { draft: null, editedId: 'selected', hint: /Nothing is left/ })
  t.match(send('enter'), { done: null, message: /so it was kept/ })
  stroke([80, 160], [320, 160])
  t.match(send('escape'), { draft: null, editedId: null })
})

t.test('a polygon that was changed or removed in the meantime stays so, and the painted outline is a new shape', async t => {
  const { send, stored, stroke } = hand(square)
  stroke([290, 200], [400, 200])
  stored.shape = structuredClone(square)
  t.match(send('enter'), { editedId: 'selected', message: undefined }, 'the same outline, loaded again')
  stroke([290, 200], [400, 200])
  stored.shape = { ...square, points: square.points.map(([x, y]): Vertex => [x + 1, y]) }
  const changed = send('enter')
  t.match(changed, {
    editedId: null,
    done: { kind: 'polygon' },
    message: /was changed in the meantime, so the painted outline is a new annotation/
  })
  stored.shape = square
  stroke([290, 200], [400, 200])
  stored.shape = null
  t.match(send('leave'), {
    editedId: null,
    done: changed.done,
    message: /was removed in the meantime, so the painted outline is a new annotation/
  })
})

t.test('the eraser needs paint to remove, and Escape cancels', async t => {
  const { tool, send, stroke } = hand()
  tool.erases(true)
  t.match(send('down', 10, 10), { draft: null, message: /paint with the brush first/ })
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

/** Distance of a point from a ring. */
const awayFrom = (at: Vertex, ring: readonly Vertex[]) =>
  Math.min(...ring.map((vertex, index) => distanceToEdge(at, vertex, ring[(index + 1) % ring.length] ?? vertex)))

t.test('an edited smooth polygon keeps its outline, with about as many vertices', async t => {
  for (const radius of [40, 700, 1400]) {
    const points = Array.from({ length: 400 }, (_, index): Vertex => {
      const angle = (2 * Math.PI * index) / 400
      const away = radius * (0.9 + 0.1 * Math.sin(5 * angle))
      return [1500 + away * Math.cos(angle), 1500 + away * Math.sin(angle)]
    })
    const before: Polygon = { kind: 'polygon', points }
    const { send, stroke } = hand(before)
    const reach = radius * 0.9
    stroke([1500 + reach, 1500], [1500 + reach + 30, 1500])
    const { done } = send('enter')
    const edited = done as Polygon
    t.ok(edited.points.length < 800, `${edited.points.length} vertices at a radius of ${radius}`)
    const others = edited.points.filter(([x, y]) => x < 1500 || Math.abs(y - 1500) > 50)
    t.ok(others.every(at => awayFrom(at, points) < 1))
    t.ok(points.every(at => at[0] > 1500 || awayFrom(at, edited.points) < 1))
    t.ok(near(shapeArea(new Mask(before, picture).polygons()[0]!), shapeArea(before), 0.002))
  }
})

t.test('steep, flat and diagonal edges become straight lines, and right angles stay', async t => {
  for (const [right, down] of [
    [600, 600],
    [600, 17],
    [23, 600],
    [600, 250]
  ] as const) {
    const before: Polygon = {
      kind: 'polygon',
      points: [
        [100.2, 100.3],
        [100.2 + right, 100.3 + down],
        [100.2 + right, 800.3 + down],
        [100.2, 800.3]
      ]
    }
    const [after] = new Mask(before, picture).polygons()
    t.ok(after!.points.length <= 10, `${after!.points.length} vertices`)
    t.ok(near(shapeArea(after!), shapeArea(before), 0.02))
  }
  t.same(shapeArea(new Mask(square, picture).polygons()[0]!), shapeArea(square))
  t.equal(new Mask(square, picture).polygons()[0]!.points.length, 4)
})

t.test('no ring has more vertices than a shape may have, whatever was painted', async t => {
  const tall = { width: 60, height: 11_000 }
  const comb = new Mask()
  comb.paint([40.5, 0], [40.5, tall.height], 2, true, tall)
  for (let y = 0; y < tall.height; y += 4) comb.paint([30.5, y + 0.5], [40.5, y + 0.5], 0.6, true, tall)
  const [polygon, ...others] = comb.polygons()
  t.equal(others.length, 0)
  t.ok(polygon!.points.length <= 10_000, `${polygon!.points.length} vertices`)
  t.equal(kindOf(polygon!).fault(polygon!), null)
  t.equal(kindOf(polygon!).crossesItself(polygon!), false)
})

t.test('a hole under four square pixels is filled, and one of four stays', async t => {
  for (const [width, holes] of [
    [3, 0],
    [4, 1]
  ] as const) {
    const mask = new Mask()
    for (let y = 100; y < 120; y++) {
      if (y !== 110) mask.paint([100, y + 0.5], [130, y + 0.5], 0.6, true, picture)
      else {
        mask.paint([100, y + 0.5], [110, y + 0.5], 0.6, true, picture)
        mask.paint([111.5 + width, y + 0.5], [130, y + 0.5], 0.6, true, picture)
      }
    }
    const [polygon, ...others] = mask.polygons()
    t.equal(others.length, 0)
    t.equal(polygon?.holes?.length ?? 0, holes, `${width} px²`)
  }
})
