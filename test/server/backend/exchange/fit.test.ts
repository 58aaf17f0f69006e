import t from 'tap'
import { fitShape } from '../../../../server/backend/exchange/fit.ts'
import { crossesItself } from '../../../../shared/geometry/crossings.ts'
import { ringArea, type Vertex } from '../../../../shared/geometry/outline.ts'

const size = { width: 200, height: 100 }

t.test('a self-crossing outline is imported touching itself, with the same area, and a line in the report', async t => {
  const points: Vertex[] = [
    [0, 0],
    [100, 0],
    [0, 100],
    [100, 100]
  ]
  const fitted = fitShape({ kind: 'polygon', points }, size)
  if ('refusal' in fitted || fitted.shape.kind !== 'polygon') return t.fail('it is imported')
  t.match(fitted.change, /crossed itself/)
  t.notOk(crossesItself(fitted.shape.points))
  // two triangles, 100 wide and 50 high
  t.equal(Math.abs(ringArea(fitted.shape.points)), 5000)
})

t.test('an outline or a hole with too few points is refused with its own count', async t => {
  const points: Vertex[] = [
    [0, 0],
    [50, 0],
    [50, 50],
    [0, 50]
  ]
  const hole: Vertex[] = [
    [10, 10],
    [20, 20]
  ]
  t.same(fitShape({ kind: 'polygon', points: hole }, size), { refusal: 'A polygon needs 3 points, but this one has 2' })
  t.same(fitShape({ kind: 'polygon', points, holes: [hole] }, size), { refusal: 'A hole needs 3 points, but this one has 2' })
})

t.test('a scribble is refused', async t => {
  const points = Array.from({ length: 400 }, (_, at): Vertex => [(at * 7919) % 200, (at * 104_729) % 100])
  t.match(fitShape({ kind: 'polygon', points }, size), { refusal: 'The outline of the polygon crosses itself too often' })
})

t.test('an outline traced twice covers the same as one traced once, with a line in the report', async t => {
  const round: [number, number][] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100]
  ]
  const fitted = fitShape({ kind: 'polygon', points: [...round, ...round] }, { width: 1000, height: 800 })
  if ('refusal' in fitted) throw new Error(fitted.refusal)
  t.same(fitted, { shape: { kind: 'polygon', points: round }, change: 'The outline of the polygon was traced 2 times: one was kept' })
  t.match(fitShape({ kind: 'polygon', points: round }, { width: 1000, height: 800 }), { change: null })
})
