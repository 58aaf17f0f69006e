import t from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { overlayPainter } from '../../../../web/canvas/tools/overlay-painter.ts'
import type { ToolName } from '../../../../web/canvas/tools/tool-names.ts'
import { Toolbox } from '../../../../web/canvas/tools/toolbox.ts'
import { toScreen } from '../../../../web/imagery/viewport.ts'
import { picture, TestSurface } from './hands.ts'

/** A context that draws nothing and records its calls. */
function testContext() {
  const calls: [name: string, ...parameters: unknown[]][] = []
  const fields: Record<string, unknown> = {
    canvas: { width: 2000, height: 1600 },
    measureText: (text: string) => ({ width: 7 * text.length })
  }
  const context = new Proxy(fields, {
    get: (known, name: string) => known[name] ?? ((...parameters: unknown[]) => calls.push([name, ...parameters]))
  })
  const of = (name: string) => calls.filter(([called]) => called === name).map(([, ...parameters]) => parameters)
  return { context: context as unknown as CanvasRenderingContext2D, of }
}

function painted(shapes: Record<string, Shape>, tool: ToolName, act: (toolbox: Toolbox, surface: TestSurface) => void) {
  const surface = new TestSurface()
  for (const [id, shape] of Object.entries(shapes)) surface.shapes.set(id, shape)
  const ignore = () => {}
  const toolbox = new Toolbox({ surface, picture, onDone: ignore, onEdit: ignore, onSelect: ignore, onMessage: ignore })
  toolbox.take(tool)
  act(toolbox, surface)
  const { context, of } = testContext()
  const paint = overlayPainter({ toolbox, surface, metersPerPixel: () => 0.001 })
  paint(context, point => toScreen(surface.viewport, surface.view, point), 2)
  return of
}

const click = (toolbox: Toolbox, surface: TestSurface, x: number, y: number) => {
  toolbox.handle(surface.event('down', x, y))
  toolbox.handle(surface.event('up', x, y))
}

t.test('without selection and draft nothing is painted', async t => {
  const of = painted({ a: { kind: 'box', x: 10, y: 10, width: 50, height: 50 } }, 'select', () => {})
  t.same([of('stroke'), of('fill')], [[], []])
})

t.test('the selected box has its outline, four corners and four edges, in CSS pixels at any density', async t => {
  const of = painted({ a: { kind: 'box', x: 100, y: 100, width: 200, height: 100 } }, 'select', toolbox => toolbox.setSelection(['a']))
  t.same(of('setTransform'), [[2, 0, 0, 2, 0, 0]])
  t.same(of('moveTo')[0], [100, 100])
  t.equal(of('rect').length, 8)
})

t.test('only the distinguishable ones of a thousand vertices are painted', async t => {
  const points = Array.from({ length: 1000 }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / 1000
    return [500 + 200 * Math.cos(angle), 400 + 200 * Math.sin(angle)]
  })
  const of = painted({ a: { kind: 'polygon', points } }, 'select', toolbox => toolbox.setSelection(['a']))
  const dots = of('arc').length
  t.ok(dots > 100 && dots < 200, `${dots} of 1000`)
})

t.test('the ruler shows its length, in pixels and centimetres, inside the canvas', async t => {
  const of = painted({}, 'ruler', (toolbox, surface) => {
    click(toolbox, surface, 690, 790)
    click(toolbox, surface, 990, 790)
  })
  const [[text, x, y] = []] = of('fillText')
  t.equal(String(text).replaceAll('\u2009', ' '), '300 px · 30 cm')
  t.ok(Number(x) + 7 * String(text).length < 1000 && Number(y) < 800, `${x}, ${y}`)
})
