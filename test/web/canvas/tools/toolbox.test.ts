import t from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { Toolbox } from '../../../../web/canvas/tools/toolbox.ts'
import { type Keys, picture, TestSurface } from './hands.ts'

const box: Shape = { kind: 'box', x: 100, y: 100, width: 200, height: 100 }
const inner: Shape = { kind: 'box', x: 150, y: 120, width: 100, height: 60 }
const square: Shape = {
  kind: 'polygon',
  points: [
    [400, 100],
    [500, 100],
    [500, 200],
    [400, 200]
  ]
}

/** A toolbox over a canvas at scale 1 with its first pixel in the corner, and its reports. */
function toolboxWith(shapes: Record<string, Shape> = {}, { locked = [] as string[] } = {}) {
  const surface = new TestSurface()
  for (const [id, shape] of Object.entries(shapes)) surface.shapes.set(id, shape)
  const reported = {
    done: [] as Shape[],
    edits: [] as [string, Shape][],
    together: [] as string[][],
    select: [] as string[][],
    messages: [] as string[],
    scaleLines: [] as Shape[],
    outlineMarks: [] as [number, number, boolean][]
  }
  const toolbox = new Toolbox({
    surface,
    picture,
    onDone: shape => reported.done.push(shape),
    onEdit: (id, shape) => {
      surface.shapes.set(id, shape)
      reported.edits.push([id, shape])
    },
    onEdits: edits => reported.together.push(edits.map(({ id }) => id)),
    onSelect: ids => reported.select.push(ids),
    onMessage: sentence => reported.messages.push(sentence),
    onScaleLine: line => reported.scaleLines.push(line),
    mayEdit: id => !locked.includes(id)
  })
  const send = (type: Parameters<TestSurface['event']>[0], x: number, y: number, keys: Keys = {}) =>
    toolbox.handle(surface.event(type, x, y, keys))
  const press = (x: number, y: number, toX: number, toY: number, keys: Keys = {}) => {
    send('down', x, y, keys)
    send('move', (x + toX) / 2, (y + toY) / 2, keys)
    send('move', toX, toY, keys)
  }
  const drag = (x: number, y: number, toX: number, toY: number, keys: Keys = {}) => {
    press(x, y, toX, toY, keys)
    send('up', toX, toY, keys)
  }
  const click = (x: number, y: number, keys: Keys = {}) => {
    send('down', x, y, keys)
    send('up', x, y, keys)
  }
  return { surface, toolbox, reported, send, press, drag, click }
}

t.test('a click selects the uppermost shape, the same click again the one below, and so on in a cycle', async t => {
  const { click, reported, toolbox } = toolboxWith({ box, inner })
  for (let times = 0; times < 3; times++) click(200, 150)
  t.same(reported.select, [['inner'], ['box'], ['inner']])
  click(205, 155)
  t.same(reported.select.at(-1), ['inner'], 'a click elsewhere starts over')
  click(900, 700)
  t.same(reported.select.at(-1), [])
  t.same(toolbox.state.selected, [])
})

t.test('Shift adds and removes', async t => {
  const { click, toolbox } = toolboxWith({ box, square })
  click(110, 110)
  click(450, 150, { shift: true })
  t.same(toolbox.state.selected, ['box', 'square'])
  click(110, 110, { shift: true })
  t.same(toolbox.state.selected, ['square'])
})

t.test('Shift and a drag select the shapes in the rectangle', async t => {
  const { press, send, toolbox, reported } = toolboxWith({ box, inner, square })
  press(90, 90, 350, 250, { shift: true })
  t.same(toolbox.state.lasso, { left: 90, top: 90, right: 350, bottom: 250 })
  send('up', 350, 250, { shift: true })
  t.same(reported.select, [['box', 'inner']])
  t.equal(toolbox.state.lasso, null)
})

t.test('a drag on empty space or an unselected shape moves the image', async t => {
  const { drag, surface, reported } = toolboxWith({ box })
  drag(700, 500, 720, 510)
  t.same(
    surface.pans.reduce(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0]),
    [20, 10]
  )
  drag(130, 150, 160, 150)
  t.same(reported.edits, [])
  t.ok(surface.pans.length > 2)
})

t.test('a drag on the selection moves it: visible immediately, reported once', async t => {
  const { click, press, send, toolbox, reported, surface } = toolboxWith({ box })
  click(110, 150)
  press(130, 150, 160, 190)
  const moved = { ...box, x: 130, y: 140 }
  t.same(toolbox.state.preview, [{ id: 'box', shape: moved }])
  t.same(reported.edits, [])
  t.ok(toolbox.state.isBusy)
  send('up', 160, 190)
  t.same(reported.edits, [['box', moved]])
  t.same(toolbox.state.preview, [])
  t.same(surface.pans, [])
})

t.test('several shapes move together, and are reported together', async t => {
  const { drag, toolbox, reported } = toolboxWith({ box, square })
  toolbox.setSelection(['box', 'square'])
  drag(120, 150, 130, 150)
  t.same(reported.together, [['box', 'square']])
  t.same(reported.edits, [])
})

t.test('Escape cancels a gesture, then clears the selection, then is not handled', async t => {
  const { click, press, send, toolbox, reported } = toolboxWith({ box })
  click(110, 150)
  press(130, 150, 190, 150)
  t.ok(toolbox.escape())
  t.same(toolbox.state.preview, [])
  send('move', 220, 150)
  send('up', 220, 150)
  t.same(reported.edits, [])
  t.same(toolbox.state.selected, ['box'])
  t.ok(toolbox.escape())
  t.same(reported.select.at(-1), [])
  t.notOk(toolbox.escape())
  toolbox.take('polygon')
  t.ok(toolbox.escape())
  t.equal(toolbox.state.tool, 'select', 'from a tool without a draft to the select tool')
})

t.test('a handle edits; Shift keeps the ratio, and Alt the centre; the grip keeps its offset', async t => {
  const { click, drag, reported } = toolboxWith({ box })
  click(150, 150)
  drag(302, 203, 352, 253)
  t.same(reported.edits.pop(), ['box', { ...box, width: 250, height: 150 }])
  drag(350, 250, 400, 250, { shift: true })
  t.match(reported.edits.pop()?.[1], { x: 100, y: 100, width: 300, height: 180 })
})

t.test('a locked shape can be selected, and does not change', async t => {
  const { click, drag, reported, toolbox, surface } = toolboxWith({ box }, { locked: ['box'] })
  click(150, 150)
  t.same(toolbox.state.selected, ['box'])
  t.same(toolbox.handles(), [])
  drag(300, 200, 350, 250)
  drag(150, 150, 170, 150)
  toolbox.arrow(5, 0, false)
  toolbox.settle()
  t.same(reported.edits, [])
  t.ok(surface.pans.length > 0)
})

t.test('a marked vertex is removed by Backspace, or directly by Alt and a click', async t => {
  const { click, reported, toolbox } = toolboxWith({ square })
  click(450, 150)
  t.notOk(toolbox.backspace(), 'with no vertex marked, Backspace belongs to the screen')
  click(500, 200)
  t.match(toolbox.state.handle, { kind: 'vertex', index: 2 })
  t.ok(toolbox.backspace())
  t.match(reported.edits.pop()?.[1], { points: { length: 3 } })
  click(400, 100, { alt: true })
  t.same(reported.messages, ['A polygon needs at least three corners.'])
})

t.test('an edit that leaves no area is refused, and nothing changes', async t => {
  const flat: Shape = {
    kind: 'polygon',
    points: [
      [400, 100],
      [500, 100],
      [450, 200]
    ]
  }
  const { click, drag, reported, toolbox } = toolboxWith({ flat })
  click(450, 130)
  drag(450, 200, 450, 100)
  t.same(reported.edits, [])
  t.same(reported.messages, ['The shape would have no area.'])
  t.same(toolbox.state.preview, [])
})

t.test('vertices snap to those of neighbours, even when they are dragged', async t => {
  const { click, toolbox, reported, send } = toolboxWith({ square })
  toolbox.take('polygon')
  send('move', 505, 96)
  t.match(toolbox.state.snap, { x: 500, y: 100, to: 'vertex' })
  click(505, 96)
  click(600, 100)
  click(497, 203)
  toolbox.enter(false, false)
  t.same(reported.done, [
    {
      kind: 'polygon',
      points: [
        [500, 100],
        [600, 100],
        [500, 200]
      ]
    }
  ])
  const other = toolboxWith({ square, next: reported.done[0]! })
  other.toolbox.setSelection(['next'])
  other.drag(500, 100, 503, 150)
  t.match(other.reported.edits, [['next', { points: [[500, 150], Array, Array] }]], 'onto the edge')
})

t.test('a drawn shape is reported; the tool stays selected', async t => {
  const { drag, reported, toolbox } = toolboxWith()
  toolbox.take('box')
  drag(10, 10, 60, 40)
  drag(100, 10, 160, 40)
  t.equal(reported.done.length, 2)
  t.equal(toolbox.state.tool, 'box')
})

t.test('holes can be edited, the scale line has its own callback, and the ruler draws nothing', async t => {
  const { click, drag, reported, toolbox } = toolboxWith({ square })
  toolbox.take('hole')
  click(420, 120)
  t.equal(reported.messages.length, 1)
  toolbox.setSelection(['square'])
  click(430, 130)
  click(470, 130)
  click(450, 170)
  click(430, 130)
  t.match(reported.edits, [['square', { holes: { length: 1 } }]])
  toolbox.take('scaleLine')
  drag(10, 10, 60, 10)
  t.equal(reported.scaleLines.length, 1)
  toolbox.take('ruler')
  click(10, 10)
  click(50, 50)
  t.ok(toolbox.enter(false, false))
  t.match(toolbox.state.draft, { kind: 'line' })
  t.same(reported.done, [])
})

t.test('clicks on an outline are reported with Alt, keep the selection, and end with Escape', async t => {
  const { click, reported, toolbox } = toolboxWith({ square })
  toolbox.setSelection(['square'])
  toolbox.onOutlineMark = ({ x, y }, alt) => reported.outlineMarks.push([x, y, alt])
  toolbox.take('outlineMark')
  click(420, 120)
  click(10, 10, { alt: true })
  t.same(reported.outlineMarks, [
    [420, 120, false],
    [10, 10, true]
  ])
  t.same(reported.done, [])
  t.same(toolbox.state.selected, ['square'])
  t.notOk(toolbox.enter(false, false), 'Enter without a crosshair is left to the screen')
  toolbox.arrow(10, 0, false)
  t.ok(toolbox.enter(false, true))
  t.match(reported.outlineMarks, { length: 3, 2: { 2: true } })
  t.ok(toolbox.escape())
  t.equal(toolbox.state.tool, 'select')
  t.same(toolbox.state.selected, ['square'])
})

t.test('everything can be drawn by keys: arrows move a crosshair, Enter clicks, Enter again ends', async t => {
  const { reported, toolbox, surface } = toolboxWith()
  toolbox.take('polygon')
  for (const [dx, dy] of [
    [10, 0],
    [50, 0],
    [0, 50]
  ] as const) {
    toolbox.arrow(dx, dy, false)
    toolbox.enter(false, false)
  }
  t.same(toolbox.state.placed, [
    [510, 400],
    [560, 400],
    [560, 450]
  ])
  t.ok(toolbox.enter(false, false))
  t.same(reported.done, [
    {
      kind: 'polygon',
      points: [
        [510, 400],
        [560, 400],
        [560, 450]
      ]
    }
  ])
  toolbox.take('point')
  toolbox.arrow(1, 1, false)
  toolbox.enter(false, false)
  t.same(reported.done[1], { kind: 'point', x: 561, y: 451 })
  toolbox.arrow(600, 0, false)
  t.same(surface.pans.at(-1), [-161, 0], 'the picture follows')
  toolbox.handle(surface.event('move', 20, 20))
  t.equal(toolbox.state.crosshair, null, 'until a pointer takes over')
})

t.test('a circle and a freehand outline by keys', async t => {
  const { reported, toolbox } = toolboxWith()
  toolbox.take('circle')
  toolbox.arrow(1, 0, false)
  toolbox.enter(false, false)
  toolbox.arrow(30, 0, false)
  toolbox.enter(false, false)
  t.match(reported.done, [{ kind: 'circle', radius: 30 }])
  toolbox.take('freehand')
  toolbox.arrow(0, 1, false)
  toolbox.enter(false, false)
  for (const [dx, dy] of [
    [40, 0],
    [0, 40],
    [-40, 0]
  ] as const)
    toolbox.arrow(dx, dy, false)
  toolbox.enter(false, false)
  t.match(reported.done[1], { kind: 'polygon', points: { length: 4 } })
})

t.test('arrows move the selection, with Alt resize it; reported once, when the key is released', async t => {
  const { reported, toolbox, surface, send } = toolboxWith({ box })
  toolbox.setSelection(['box'])
  toolbox.arrow(1, 0, false)
  toolbox.arrow(10, 0, false)
  send('move', 3, 3)
  t.same(toolbox.state.preview, [{ id: 'box', shape: { ...box, x: 111 } }], 'a trembling pointer removes nothing')
  t.same(reported.edits, [])
  toolbox.settle()
  t.same(reported.edits.pop(), ['box', { ...box, x: 111 }])
  toolbox.arrow(0, 10, true)
  toolbox.settle()
  t.same(reported.edits.pop(), ['box', { ...box, x: 111, y: 95, height: 110 }])
  toolbox.arrow(5, 0, false)
  t.ok(toolbox.escape())
  toolbox.settle()
  t.same(reported.edits, [], 'Escape cancels it')
  t.same(surface.shapes.get('box'), { ...box, x: 111, y: 95, height: 110 })
})

t.test('Enter selects at the crosshair, again the one below', async t => {
  const { reported, toolbox, surface } = toolboxWith({ box, inner }, { locked: ['box', 'inner'] })
  surface.viewport = { ...surface.viewport, centerX: 200, centerY: 150 }
  toolbox.arrow(1, 0, false)
  toolbox.enter(false, false)
  toolbox.enter(false, false)
  t.same(reported.select, [['inner'], ['box']])
})

t.test('a tool change during a gesture drops it', async t => {
  const { press, send, toolbox, reported } = toolboxWith({ box })
  toolbox.setSelection(['box'])
  press(150, 150, 200, 150)
  toolbox.take('point')
  t.same(toolbox.state.preview, [])
  send('up', 200, 150)
  toolbox.take('select')
  send('move', 300, 300)
  send('up', 300, 300)
  t.same([reported.edits, reported.done], [[], []])
})

t.test('a stroke that ends before the brush is loaded is drawn', async t => {
  const { drag, toolbox, reported } = toolboxWith()
  toolbox.take('brush')
  drag(490, 150, 600, 150)
  t.equal(toolbox.state.isBusy, false)
  while (!toolbox.state.isBusy) await new Promise(setImmediate)
  toolbox.enter(false, false)
  t.match(reported.done, [{ kind: 'polygon' }])
})

t.test('the brush does not overwrite an outline that a colleague has changed in the meantime', async t => {
  const { drag, surface, toolbox, reported } = toolboxWith({ square })
  toolbox.setSelection(['square'])
  toolbox.take('brush')
  drag(490, 150, 600, 150)
  while (!toolbox.state.isBusy) await new Promise(setImmediate) // the brush has loaded
  const newer = { ...square, points: [...square.points, [390, 150]] } as Shape
  surface.shapes.set('square', newer)
  toolbox.enter(false, false)
  t.same([reported.edits, surface.shapeOf('square')], [[], newer])
  t.match([reported.done.length, reported.messages], [1, [/was changed in the meantime/]])
  drag(490, 150, 600, 150)
  toolbox.enter(false, false)
  t.match([reported.edits.length, reported.done.length], [1, 1], 'and then edits the newer one')
})

t.test('another image: a painted mask, or an outline with enough corners, is reported first', async t => {
  const { click, drag, toolbox, reported } = toolboxWith({ square })
  toolbox.take('brush')
  drag(100, 100, 200, 100)
  while (!toolbox.state.isBusy) await new Promise(setImmediate) // the brush has loaded
  toolbox.show({ width: 100, height: 80 })
  t.match(reported.done, [{ kind: 'polygon' }])
  t.ok(
    (reported.done[0] as typeof square).points.some(([x]) => x > 100),
    'in the picture on which it was painted'
  )
  t.same([toolbox.state.tool, toolbox.state.isBusy, toolbox.state.draft], ['brush', false, null])

  toolbox.show(picture)
  toolbox.take('polygon')
  for (const [x, y] of [
    [10, 10],
    [90, 10],
    [90, 90]
  ] as const)
    click(x, y)
  toolbox.take('polygon')
  t.match(reported.done[1], { points: { length: 3 } }, 'the same tool again ends it too')
  toolbox.setSelection(['square'])
  toolbox.take('select')
  toolbox.arrow(1, 0, false)
  toolbox.finish()
  t.match(reported.edits, [['square', { points: [[401, 100]] }]], 'a move by keys is kept')
})

t.test('another tool: an outline that crosses itself is kept with its loops as parts', async t => {
  const { click, toolbox, reported } = toolboxWith()
  toolbox.take('polygon')
  for (const [x, y] of [
    [100, 100],
    [200, 200],
    [200, 100],
    [100, 200]
  ] as const)
    click(x, y)
  toolbox.take('point')
  t.same(reported.messages, [])
  t.match(reported.done, [{ kind: 'polygon', points: { length: 6 } }])
})

t.test('another image: a started draft is dropped, the tool stays, shapes end at the new edge', async t => {
  const { click, toolbox, reported, drag } = toolboxWith()
  toolbox.take('box')
  click(10, 10)
  toolbox.show({ width: 100, height: 80 })
  t.same([toolbox.state.tool, toolbox.state.draft], ['box', null])
  drag(50, 50, 500, 500)
  t.same(reported.done, [{ kind: 'box', x: 50, y: 50, width: 50, height: 30 }])
})

t.test('listeners receive changes, and nothing else', async t => {
  const { send, toolbox, surface } = toolboxWith()
  let heard = 0
  const stop = toolbox.subscribe(() => heard++)
  send('move', 700, 700)
  const before = { heard, paints: surface.paints }
  send('move', 701, 701)
  t.same({ heard, paints: surface.paints }, before, 'a pointer over nothing paints nothing')
  toolbox.take('box')
  t.equal(heard, before.heard + 1)
  stop()
  toolbox.take('point')
  t.equal(heard, before.heard + 1)
})

t.test('taking back drops the newest corner of an unfinished shape', async t => {
  const { toolbox, reported, click, drag } = toolboxWith()
  t.notOk(toolbox.takeBack(), 'nothing is unfinished')
  toolbox.take('polygon')
  click(100, 100)
  click(200, 100)
  t.ok(toolbox.takeBack())
  t.ok(toolbox.state.isBusy, 'the first corner is left')
  t.ok(toolbox.takeBack())
  t.notOk(toolbox.state.isBusy)
  t.notOk(toolbox.takeBack())
  t.same(reported.done, [])

  toolbox.take('box')
  drag(300, 300, 400, 350)
  t.equal(reported.done.length, 1)
  t.notOk(toolbox.takeBack(), 'a finished shape is a step of the screen')
})
