import t, { type Test } from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { listen } from '../../../../web/canvas/tools/pointer-input.ts'
import { Toolbox } from '../../../../web/canvas/tools/toolbox.ts'
import { picture, TestSurface } from './hands.ts'

interface Pointer {
  type: string
  id?: number
  kind?: 'mouse' | 'touch' | 'pen'
  button?: number
  x: number
  y: number
  shiftKey?: boolean
}

/** Stands in for a canvas whose corner is at 100, 50 of the page, and sends the events of a browser. */
class TestCanvas extends EventTarget {
  readonly style = { cursor: '', touchAction: '', userSelect: '' }
  cameByKeys = false

  getBoundingClientRect() {
    return { left: 100, top: 50 }
  }

  matches() {
    return this.cameByKeys
  }

  setPointerCapture() {}

  send(type: string, fields: object): Event {
    const event = Object.assign(new Event(type, { cancelable: true }), fields)
    this.dispatchEvent(event)
    return event
  }
}

function inputFor(t: Test, shapes: Record<string, Shape> = {}) {
  const page = new EventTarget()
  const globals = globalThis as { window?: unknown; WheelEvent?: unknown; Element?: unknown; requestAnimationFrame?: unknown }
  const frames: (() => void)[] = []
  const { window, WheelEvent, Element, requestAnimationFrame } = globals
  t.teardown(() => Object.assign(globals, { window, WheelEvent, Element, requestAnimationFrame })) // other files of this process share the globals
  globals.requestAnimationFrame = (frame: () => void) => frames.push(frame)
  globals.window = page
  globals.WheelEvent = { DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 }
  globals.Element = class {}
  const surface = new TestSurface()
  const zooms: [number, number, number][] = []
  surface.zoomAt = ({ x, y }, factor) => zooms.push([x, y, factor])
  for (const [id, shape] of Object.entries(shapes)) surface.shapes.set(id, shape)
  const done: Shape[] = []
  const edits: [string, Shape][] = []
  const toolbox = new Toolbox({
    surface,
    picture,
    onDone: shape => done.push(shape),
    onEdit: (id, shape) => {
      surface.shapes.set(id, shape)
      edits.push([id, shape])
    },
    onSelect: () => {},
    onMessage: sentence => t.fail(sentence)
  })
  const canvas = new TestCanvas()
  const end = listen(canvas as unknown as HTMLCanvasElement, surface, toolbox)
  t.teardown(end)
  const point = ({ type, id = 1, kind = 'mouse', button = 0, x, y, shiftKey = false }: Pointer) =>
    canvas.send(type, { pointerId: id, pointerType: kind, button, clientX: x + 100, clientY: y + 50, shiftKey, altKey: false })
  /** Double clicks are detected by the browser's clock. */
  const stamped = (pointer: Pointer, time: number) => {
    const event = Object.assign(new Event(pointer.type, { cancelable: true }), {
      pointerId: pointer.id ?? 1,
      pointerType: pointer.kind ?? 'mouse',
      button: 0,
      clientX: pointer.x + 100,
      clientY: pointer.y + 50,
      shiftKey: false,
      altKey: false
    })
    Object.defineProperty(event, 'timeStamp', { value: time })
    canvas.dispatchEvent(event)
  }
  const key = (type: 'keydown' | 'keyup', name: string, target: EventTarget = canvas, more: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      key: name,
      shiftKey: false,
      altKey: false,
      ctrlKey: false,
      ...more
    })
    target.dispatchEvent(event)
    if (target === canvas) page.dispatchEvent(Object.assign(new Event(type), { key: name }))
    return event
  }
  return { surface, toolbox, canvas, page, frames, zooms, done, edits, point, stamped, key, end }
}

const drag = ({ point }: ReturnType<typeof inputFor>, from: [number, number], to: [number, number], more: Partial<Pointer> = {}) => {
  point({ type: 'pointerdown', x: from[0], y: from[1], ...more })
  point({ type: 'pointermove', x: to[0], y: to[1], ...more })
  point({ type: 'pointerup', x: to[0], y: to[1], ...more })
}

for (const kind of ['mouse', 'touch', 'pen'] as const) {
  t.test(`${kind}: with a drawing tool one pointer draws`, async t => {
    const input = inputFor(t)
    input.toolbox.take('box')
    drag(input, [10, 20], [60, 50], { kind })
    t.same(input.done, [{ kind: 'box', x: 10, y: 20, width: 50, height: 30 }])
    t.same(input.surface.pans, [])
  })

  t.test(`${kind}: with the select tool a drag on empty space moves the image`, async t => {
    const input = inputFor(t)
    drag(input, [10, 20], [60, 50], { kind })
    t.same(input.surface.pans, [[50, 30]])
  })
}

t.test('two fingers zoom and move, and the draft of the first is dropped', async t => {
  const { point, toolbox, surface, zooms, done } = inputFor(t)
  toolbox.take('polygon')
  point({ type: 'pointerdown', id: 1, kind: 'touch', x: 100, y: 100 })
  point({ type: 'pointerdown', id: 2, kind: 'touch', x: 300, y: 100 })
  t.equal(toolbox.state.draft, null)
  point({ type: 'pointermove', id: 2, kind: 'touch', x: 400, y: 120 })
  t.same(surface.pans, [[50, 10]])
  t.match(zooms, [[250, 110, Math.hypot(300, 20) / 200]])
  point({ type: 'pointerup', id: 2, kind: 'touch', x: 400, y: 120 })
  point({ type: 'pointermove', id: 1, kind: 'touch', x: 110, y: 105 })
  t.same(surface.pans.at(-1), [10, 5], 'the remaining finger continues to move the picture')
  point({ type: 'pointerup', id: 1, kind: 'touch', x: 110, y: 105 })
  t.same([toolbox.state.placed, done], [[], []])
})

t.test('the pen draws, and the hand resting on the screen does not', async t => {
  const { point, toolbox, surface, done } = inputFor(t)
  toolbox.take('box')
  point({ type: 'pointerdown', id: 7, kind: 'touch', x: 500, y: 500 })
  point({ type: 'pointerdown', id: 8, kind: 'pen', x: 10, y: 10 })
  point({ type: 'pointerdown', id: 9, kind: 'touch', x: 600, y: 500 })
  point({ type: 'pointermove', id: 7, kind: 'touch', x: 520, y: 500 })
  point({ type: 'pointermove', id: 8, kind: 'pen', x: 60, y: 40 })
  point({ type: 'pointerup', id: 8, kind: 'pen', x: 60, y: 40 })
  point({ type: 'pointerup', id: 7, kind: 'touch', x: 520, y: 500 })
  t.same(done, [{ kind: 'box', x: 10, y: 10, width: 50, height: 30 }])
  t.same(surface.pans, [])
})

t.test('the middle button and Space move the image with any tool', async t => {
  const input = inputFor(t)
  const { toolbox, surface, key, canvas, done } = input
  toolbox.take('box')
  drag(input, [10, 10], [30, 20], { button: 1 })
  t.same(surface.pans.pop(), [20, 10])
  t.ok(key('keydown', ' ').defaultPrevented === false, 'the canvas receives it from the window')
  t.equal(canvas.style.cursor, 'grab')
  drag(input, [10, 10], [30, 30])
  t.same(surface.pans.pop(), [20, 20])
  key('keyup', ' ')
  t.equal(canvas.style.cursor, 'crosshair')
  drag(input, [100, 100], [130, 130])
  t.same(surface.pans, [])
  t.equal(done.length, 1)
})

t.test('the right button draws nothing', async t => {
  const input = inputFor(t)
  input.toolbox.take('point')
  input.point({ type: 'pointerdown', x: 10, y: 10, button: 2 })
  input.point({ type: 'pointerup', x: 10, y: 10, button: 2 })
  t.same(input.done, [])
})

t.test('the wheel zooms at the pointer: up zooms in, and a pinch on a trackpad is faster', async t => {
  const { canvas, zooms } = inputFor(t)
  const wheel = (fields: object) => canvas.send('wheel', { deltaMode: 0, ctrlKey: false, clientX: 300, clientY: 250, ...fields })
  t.ok(wheel({ deltaY: -100 }).defaultPrevented)
  wheel({ deltaY: -10, ctrlKey: true })
  wheel({ deltaY: 3, deltaMode: 1 })
  wheel({ deltaY: 1e6 })
  t.match(zooms, [
    [200, 200, Math.exp(0.2)],
    [200, 200, Math.exp(0.1)],
    [200, 200, Math.exp(-0.096)],
    [200, 200, Math.exp(-0.48)]
  ])
})

t.test('during a zoom, the draft stays under a resting mouse', async t => {
  const { point, canvas, toolbox, surface, frames } = inputFor(t)
  toolbox.take('line')
  point({ type: 'pointerdown', x: 100, y: 100 })
  point({ type: 'pointerup', x: 100, y: 100 })
  canvas.send('wheel', { deltaMode: 0, ctrlKey: false, clientX: 400, clientY: 150, deltaY: -100 })
  for (const scale of [2, 4]) {
    surface.viewport = { ...surface.viewport, scale }
    frames.shift()?.()
    t.match(toolbox.state.draft, { points: { 1: [500 - 200 / scale, 400 - 300 / scale] } })
  }
  frames.shift()?.()
  t.equal(frames.length, 0, 'then it rests')
})

t.test('two quick clicks in one place are a double click, but slow or distant ones are not', async t => {
  const { stamped, toolbox, done } = inputFor(t)
  const click = (x: number, y: number, time: number) => {
    stamped({ type: 'pointerdown', x, y }, time)
    stamped({ type: 'pointerup', x, y }, time + 20)
  }
  toolbox.take('line')
  click(10, 10, 0)
  click(60, 10, 100)
  click(60, 60, 1000)
  click(61, 60, 1900)
  t.same(done, [])
  click(100, 60, 3000)
  click(103, 61, 3200)
  t.match(done, [
    {
      kind: 'line',
      points: [
        [10, 10],
        [60, 10],
        [60, 60],
        [100, 60]
      ]
    }
  ])
})

t.test('a press cancelled by the browser sets nothing', async t => {
  const { point, toolbox, done } = inputFor(t)
  toolbox.take('point')
  point({ type: 'pointerdown', kind: 'touch', x: 10, y: 10 })
  point({ type: 'pointercancel', kind: 'touch', x: 10, y: 10 })
  point({ type: 'pointerup', kind: 'touch', x: 10, y: 10 })
  t.same(done, [])
})

t.test('a draft follows a hovering mouse', async t => {
  const input = inputFor(t)
  input.toolbox.take('circle')
  drag(input, [100, 100], [100, 100])
  input.point({ type: 'pointermove', x: 100, y: 140 })
  t.match(input.toolbox.state.draft, { kind: 'circle', radius: 40 })
})

t.test('keys: Tab shows a crosshair, arrows move it, Enter places', async t => {
  const { canvas, toolbox, key, done } = inputFor(t)
  toolbox.take('point')
  canvas.cameByKeys = true
  canvas.send('focus', {})
  t.same(toolbox.state.crosshair, { x: 500, y: 400 })
  t.ok(key('keydown', 'ArrowRight').defaultPrevented)
  key('keydown', 'ArrowDown', canvas, { shiftKey: true })
  t.ok(key('keydown', 'Enter').defaultPrevented)
  t.same(done, [{ kind: 'point', x: 501, y: 410 }])
  t.notOk(key('keydown', 'z', canvas, { ctrlKey: true }).defaultPrevented)
  t.notOk(key('keydown', 'Backspace').defaultPrevented, 'nothing is being drawn')
  canvas.send('blur', {})
  t.equal(toolbox.state.crosshair, null)
  t.notOk(toolbox.key({ key: 'ArrowLeft', shiftKey: false, altKey: false }), 'arrows are free again')
  canvas.send('focus', {})
  t.same(toolbox.state.crosshair, { x: 501, y: 410 }, 'it returns to its former place')
})

t.test('keys: with the select tool arrows are free until the crosshair is requested, and after Escape', async t => {
  const { canvas, toolbox, key } = inputFor(t)
  canvas.cameByKeys = true
  canvas.send('focus', {})
  t.equal(toolbox.state.crosshair, null)
  t.notOk(toolbox.key({ key: 'ArrowLeft', shiftKey: false, altKey: false }))
  t.ok(key('keydown', 'ArrowDown').defaultPrevented)
  t.same(toolbox.state.crosshair, { x: 500, y: 401 })
  t.ok(toolbox.key({ key: 'ArrowLeft', shiftKey: false, altKey: false }))
  t.ok(key('keydown', 'Escape').defaultPrevented)
  t.notOk(toolbox.key({ key: 'ArrowLeft', shiftKey: false, altKey: false }))
})

t.test('keys: arrows move the selection, reported when the key is released', async t => {
  const { toolbox, key, edits } = inputFor(t, { spot: { kind: 'point', x: 50, y: 50 } })
  toolbox.setSelection(['spot'])
  key('keydown', 'ArrowLeft')
  key('keydown', 'ArrowLeft')
  t.same(edits, [])
  key('keyup', 'ArrowLeft')
  t.same(edits, [['spot', { kind: 'point', x: 48, y: 50 }]])
})

t.test('after its end the input handles no events', async t => {
  const input = inputFor(t)
  input.toolbox.take('box')
  input.end()
  drag(input, [10, 20], [60, 50])
  t.same(input.done, [])
  t.equal(input.canvas.style.touchAction, '')
})
