import t from 'tap'
import { Value } from 'typebox/value'
import { type Polygon, Shape } from '../../../../shared/contracts/shapes.ts'
import { enclosingBox, ringArea, shapeArea, type Vertex } from '../../../../shared/geometry/outline.ts'
import { overhang } from '../../../../web/canvas/shapes/bounds.ts'
import { isDegenerate } from '../../../../web/canvas/shapes/edits.ts'
import { drawingTool } from '../../../../web/canvas/tools/drawing.ts'
import type { DrawingStep, ToolEventType } from '../../../../web/canvas/tools/tool-event.ts'
import type { DrawingToolName } from '../../../../web/canvas/tools/tool-names.ts'
import { differenceOf, seeded } from '../../../support/datasets.ts'
import { distanceToEdge, eventAt, type Keys, picture } from './hands.ts'

/** Simulated hand with one drawing tool. `scale` is the number of CSS pixels per pixel of the picture. */
function handWith(name: Exclude<DrawingToolName, 'brush' | 'eraser'>, { scale = 1, polygon = null as Polygon | null } = {}) {
  const tool = drawingTool(name)
  let last: [number, number] = [0, 0]
  const send = (type: ToolEventType, x = last[0], y = last[1], keys: Keys = {}): DrawingStep => {
    last = [x, y]
    return tool.handle(eventAt(type, x, y, keys, scale), {
      picture,
      scale,
      selectedPolygon: polygon,
      selectedId: null,
      shapeOf: () => null
    })
  }
  return {
    send,
    click(x: number, y: number, keys: Keys = {}) {
      send('move', x, y, keys)
      send('down', x, y, keys)
      return send('up', x, y, keys)
    },
    drag(x: number, y: number, toX: number, toY: number, keys: Keys = {}) {
      send('down', x, y, keys)
      send('move', (x + toX) / 2, (y + toY) / 2, keys)
      send('move', toX, toY, keys)
      return send('up', toX, toY, keys)
    }
  }
}

t.test('a point is one click; the second click of a double click does not add another', async t => {
  const hand = handWith('point')
  t.same(hand.click(12.345, 20).done, { kind: 'point', x: 12.35, y: 20 })
  t.equal(hand.click(12.345, 20).done, null)
  t.equal(hand.send('doubleClick').done, null)
  t.ok(hand.click(80, 20).done)
  t.same(hand.click(-50, 9999).done, { kind: 'point', x: 0, y: 3000 }, 'a point outside moves to the edge')
})

t.test('a box is dragged, or clicked corner by corner', async t => {
  const box = { kind: 'box', x: 100, y: 50, width: 60, height: 30 }
  t.same(handWith('box').drag(160, 80, 100, 50).done, box)
  const hand = handWith('box')
  t.equal(hand.click(100, 50).done, null)
  t.same(hand.send('move', 130, 60).draft, { kind: 'box', x: 100, y: 50, width: 30, height: 10 })
  t.same(hand.click(160, 80).done, box)
  t.same(hand.send('move', 200, 200), { draft: null, placed: [], done: null }, 'and the tool is free again')
})

t.test('Shift draws a square, and Alt draws from the centre', async t => {
  t.same(handWith('box').drag(100, 100, 140, 110, { shift: true }).done, { kind: 'box', x: 100, y: 100, width: 40, height: 40 })
  t.same(handWith('box').drag(100, 100, 140, 110, { alt: true }).done, { kind: 'box', x: 60, y: 90, width: 80, height: 20 })
  t.same(
    handWith('box').drag(10, 100, 90, 110, { shift: true, alt: true }).done,
    { kind: 'box', x: 0, y: 90, width: 20, height: 20 },
    'a square around a centre extends to the nearest edge'
  )
})

t.test('a slightly moved click is a click, not a drag', async t => {
  const hand = handWith('box')
  hand.send('down', 100, 100)
  hand.send('move', 102, 101)
  t.equal(hand.send('up', 102, 101).done, null)
  t.ok(hand.click(150, 150).done)
})

t.test('rotated boxes and ellipses: two clicks for the axis, the third for the width', async t => {
  const hand = handWith('rotatedBox')
  hand.click(100, 100)
  t.same(hand.send('move', 100, 300).draft, {
    kind: 'line',
    points: [
      [100, 100],
      [100, 300]
    ]
  })
  hand.click(100, 300)
  const done = hand.click(130, 777).done
  t.same(done, { kind: 'rotatedBox', x: 100, y: 200, width: 200, height: 60, rotation: 90 })
  const oval = handWith('ellipse')
  oval.click(100, 100)
  t.match(oval.click(300, 100), { done: null, hint: 'Click to set the width · Esc cancels' })
  t.same(oval.click(150, 60).done, { kind: 'ellipse', x: 200, y: 100, radiusX: 100, radiusY: 40, rotation: 0 })
})

t.test('dragging with the ellipse tool draws an upright ellipse', async t => {
  t.same(handWith('ellipse').drag(300, 100, 100, 160).done, { kind: 'ellipse', x: 200, y: 130, radiusX: 100, radiusY: 30, rotation: 0 })
  t.match(handWith('ellipse').drag(100, 100, 300, 100), { done: null, message: 'An ellipse needs a length and a width.' })
})

t.test('changing the tool keeps a shape that lacks only its width, or has enough corners, and drops a single point', async t => {
  const oval = handWith('ellipse')
  oval.click(100, 100)
  oval.click(300, 100)
  oval.send('move', 200, 150)
  t.same(oval.send('leave').done, { kind: 'ellipse', x: 200, y: 100, radiusX: 100, radiusY: 50, rotation: 0 }, 'as drafted')
  const box = handWith('rotatedBox')
  box.click(100, 100)
  box.click(160, 100)
  t.same(box.send('leave').done, { kind: 'rotatedBox', x: 130, y: 100, width: 60, height: 20, rotation: 0 }, 'a third of its length')
  const started = handWith('ellipse')
  started.click(100, 100)
  t.equal(started.send('leave').done, null)
})

t.test('a circle ends at the edge of the image', async t => {
  t.same(handWith('circle').drag(100, 200, 130, 240).done, { kind: 'circle', x: 100, y: 200, radius: 50 })
  t.same(handWith('circle').drag(100, 200, 400, 200).done, { kind: 'circle', x: 100, y: 200, radius: 100 })
  const hand = handWith('circle')
  const step = hand.drag(0, 200, 50, 200)
  t.equal(step.done, null)
  t.match(step.message, /space/)
})

t.test('a polygon is closed by a click on its first vertex, by Enter and by a double click', async t => {
  const points: Vertex[] = [
    [100, 100],
    [200, 100],
    [150, 180]
  ]
  for (const end of ['first', 'enter', 'doubleClick'] as const) {
    const hand = handWith('polygon')
    for (const [x, y] of points) t.equal(hand.click(x, y).done, null)
    if (end === 'doubleClick') hand.click(151, 181)
    const step = end === 'first' ? hand.click(104, 103) : hand.send(end)
    t.same(step.done, { kind: 'polygon', points }, end)
    t.same(step.placed, [])
  }
})

t.test('a double click removes no deliberately set vertex', async t => {
  const hand = handWith('line')
  hand.click(10, 10)
  hand.click(50, 10)
  hand.click(54, 10)
  hand.click(54, 10)
  t.match(hand.send('doubleClick').done, { points: { length: 3 } })
})

t.test('the double click that ended a polygon leaves no stray vertex', async t => {
  const hand = handWith('polygon')
  for (const [x, y] of [
    [100, 100],
    [200, 100],
    [150, 180]
  ] as const)
    hand.click(x, y)
  t.ok(hand.click(100, 100).done)
  t.same(hand.click(100, 100).placed.length, 1)
  t.same(hand.send('doubleClick').placed, [])
})

t.test('Backspace removes the last vertex, and Escape removes all of them', async t => {
  const hand = handWith('line')
  hand.click(10, 10)
  hand.click(50, 10)
  hand.click(90, 90)
  t.same(hand.send('backspace').placed, [
    [10, 10],
    [50, 10]
  ])
  hand.click(50, 60)
  t.same(hand.send('enter').done, {
    kind: 'line',
    points: [
      [10, 10],
      [50, 10],
      [50, 60]
    ]
  })
  hand.click(10, 10)
  t.same(hand.send('escape'), { draft: null, placed: [], done: null })
})

t.test('too few vertices, and an empty area, are refused with an explanation', async t => {
  const hand = handWith('polygon')
  hand.click(10, 10)
  hand.click(50, 50)
  t.match(hand.send('enter'), { done: null, message: 'A polygon needs at least three corners.' })
  hand.click(90, 90)
  t.match(hand.send('enter'), { done: null, message: /no area/, placed: { length: 3 } }, 'placed vertices stay')
  hand.send('backspace')
  hand.click(90, 10)
  t.ok(hand.send('enter').done)
  t.match(handWith('box').drag(-90, -90, -10, -10), { done: null, placed: [], message: 'A box needs a width and a height.' })
  t.match(handWith('box').drag(10, 10, 10, 90), { done: null, message: 'A box needs a width and a height.' })
})

t.test('a press that became a pinch places nothing', async t => {
  const hand = handWith('polygon')
  hand.click(10, 10)
  hand.send('down', 50, 50)
  t.same(hand.send('cancel').placed, [[10, 10]])
  t.same(hand.send('up').placed, [[10, 10]])
})

t.test('any clicks give a valid shape with an extent inside the image', async t => {
  const random = seeded(51)
  const tools = ['point', 'box', 'rotatedBox', 'circle', 'ellipse', 'line', 'polygon', 'freehand', 'scaleLine'] as const
  const made = new Map<string, number>()
  for (let round = 0; round < 400; round++) {
    const name = random.one(tools)
    const scale = random.between(0.05, 16)
    const hand = handWith(name, { scale })
    const keys = { shift: random.next() < 0.3, alt: random.next() < 0.3 }
    let done: Shape | null = null
    for (let click = 0; click < 12 && !done; click++) {
      const [x, y] = [random.between(-500, 4500), random.between(-500, 3500)]
      done = (random.next() < 0.2 ? hand.drag(x, y, random.between(0, 4000), random.between(0, 3000), keys) : hand.click(x, y, keys)).done
      if (click > 4) done ??= hand.send(random.one(['enter', 'doubleClick', 'backspace'])).done
    }
    if (!done) continue
    made.set(name, (made.get(name) ?? 0) + 1)
    t.ok(Value.Check(Shape, done), `${name} ${JSON.stringify(done)}`)
    t.ok(overhang(done, picture) <= 0.02, `${name} lies in the picture`)
    t.notOk(isDegenerate(done), name)
  }
  t.equal(made.size, tools.length, JSON.stringify([...made]))
})

t.test('a freehand outline stays within a screen pixel of the drawn path, with far fewer vertices', async t => {
  const random = seeded(52)
  for (let round = 0; round < 40; round++) {
    const scale = random.between(0.1, 8)
    const way: Vertex[] = []
    const [lobes, wobble] = [random.whole(2, 7), random.between(0, 0.4)]
    for (let angle = 0; angle < 2 * Math.PI; angle += 0.01) {
      const away = (150 / scale) * (1 + wobble * Math.sin(lobes * angle)) + random.between(-0.3, 0.3) / scale
      way.push([2000 + away * Math.cos(angle), 1500 + away * Math.sin(angle)])
    }
    const hand = handWith('freehand', { scale })
    hand.send('down', ...way[0]!)
    for (const [x, y] of way) hand.send('move', x, y)
    const { done } = hand.send('up', ...way.at(-1)!)
    if (done?.kind !== 'polygon') return t.fail('an outline came out')
    const { points } = done
    t.ok(points.length < way.length / 4, `${points.length} of ${way.length}`)
    const off = way.map(place => Math.min(...points.map((end, index) => distanceToEdge(place, points.at(index - 1)!, end))))
    // a step of half a screen pixel may be omitted on the way; a vertex is rounded to a hundredth of a pixel
    t.ok(Math.max(...off) * scale <= 1.5 + 0.02 * scale, `${Math.max(...off) * scale} screen pixels`)
    t.ok(Math.abs(Math.abs(ringArea(way)) - shapeArea(done)) < 0.03 * shapeArea(done))
  }
})

t.test('a freehand path out and back keeps its tip', async t => {
  const hand = handWith('freehand')
  hand.send('down', 100, 100)
  for (let x = 100; x <= 300; x += 2) hand.send('move', x, 100)
  for (let x = 300; x >= 250; x -= 2) hand.send('move', x, 100)
  for (let y = 100; y <= 160; y += 2) hand.send('move', 250, y)
  const { done } = hand.send('up', 100, 160)
  t.ok(done)
  t.ok(differenceOf({ kind: 'box', ...enclosingBox(done!) }, { kind: 'box', x: 100, y: 100, width: 200, height: 60 }) <= 1)
})

t.test('freehand also works from click to click; a stroke without width is refused', async t => {
  const hand = handWith('freehand')
  hand.click(100, 100)
  for (const [x, y] of [
    [140, 100],
    [140, 140],
    [100, 140]
  ] as const)
    hand.send('move', x, y)
  t.match(hand.click(100, 138).done, { kind: 'polygon', points: { length: 4 } })
  t.match(hand.drag(100, 100, 300, 100), { done: null, message: 'This outline has no area.' })
})

t.test('a self-crossing outline is refused and keeps its corners', async t => {
  const hand = handWith('polygon')
  for (const [x, y] of [
    [20, 20],
    [120, 20],
    [20, 100],
    [120, 120]
  ] as const)
    hand.click(x, y)
  const message = 'The outline crosses itself. Remove corners with Backspace.'
  t.match(hand.send('enter'), { done: null, message, placed: { length: 4 } })
  hand.send('backspace')
  t.match(hand.send('enter').done, { kind: 'polygon', points: { length: 3 } })
})

t.test('a hole is cut into the selected polygon; a refused one keeps its vertices', async t => {
  const polygon: Polygon = {
    kind: 'polygon',
    points: [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100]
    ]
  }
  t.match(handWith('hole').send('down', 10, 10), { done: null, placed: [], message: 'Select one polygon to cut a hole into it.' })
  const hand = handWith('hole', { polygon })
  hand.click(20, 20)
  hand.click(60, 20)
  hand.click(140, 60)
  t.match(hand.send('enter'), { done: null, message: 'The hole crosses the outline.', placed: { length: 3 } })
  hand.send('backspace')
  hand.click(40, 60)
  t.same(hand.send('enter').done, {
    ...polygon,
    holes: [
      [
        [20, 20],
        [60, 20],
        [40, 60]
      ]
    ]
  })
})

t.test('the ruler draws no shape; its measure stays until the next press', async t => {
  const hand = handWith('ruler')
  hand.click(0, 0)
  hand.click(30, 40)
  const measured = {
    draft: {
      kind: 'line',
      points: [
        [0, 0],
        [30, 40]
      ]
    },
    placed: [],
    done: null
  }
  t.same(hand.send('enter'), measured)
  t.same(hand.send('move', 500, 500), measured)
  t.match(hand.send('down', 500, 500), { draft: { kind: 'point', x: 500, y: 500 }, done: null })
})

t.test('a scale line is dragged or clicked', async t => {
  const line = {
    kind: 'line',
    points: [
      [10, 10],
      [110, 10]
    ]
  }
  t.same(handWith('scaleLine').drag(10, 10, 110, 10).done, line)
  const hand = handWith('scaleLine')
  hand.click(10, 10)
  t.same(hand.click(110, 10).done, line)
})
