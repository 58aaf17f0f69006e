import t from 'tap'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { confusionOf } from '../../../../shared/statistics/agreement/confusion.ts'
import { matchShapes, type NamedShape, pairNames } from '../../../../shared/statistics/agreement/match-shapes.ts'

const box = (x: number, width = 10, category = 'cod'): NamedShape => ({ shape: { kind: 'box', x, y: 0, width, height: 10 }, category })
const point = (x: number, y: number, category = 'cod'): NamedShape => ({ shape: { kind: 'point', x, y }, category })
const marked = (shape: Shape): NamedShape => ({ shape, category: 'cod' })
const couples = (first: NamedShape[], second: NamedShape[]) => matchShapes(first, second).matches.map(match => [match.first, match.second])

t.test('areas match from an overlap of one half', async t => {
  t.same(couples([box(0)], [box(3)]), [[0, 0]])
  t.same(couples([box(0)], [box(5)]), [], 'intersection 5, union 15')
  t.same(couples([box(0)], [box(0, 20)]), [[0, 0]], 'exactly half')
  t.same(couples([box(0)], [box(0, 20.1)]), [])
  t.equal(matchShapes([box(0)], [box(5)], { leastOverlap: 0.3 }).matches.length, 1)
})

t.test('the closest pair is matched first, each annotation once, whatever its label', async t => {
  const { matches, onlyFirst, onlySecond } = matchShapes([box(0), box(3), box(100)], [box(2, 10, 'hake'), box(-60)])
  t.match(matches, [{ first: 1, second: 0 }])
  t.same(onlyFirst, [0, 2])
  t.same(onlySecond, [1])
})

t.test('among equally close annotations, the one with the same label is matched first', async t => {
  const sponge = [box(0, 10, 'sponge'), box(0, 10, 'brittle star')]
  t.same(couples(sponge, sponge.toReversed()).sort(), [
    [0, 1],
    [1, 0]
  ])
})

t.test('swapping the annotators only swaps the result', async t => {
  const first = [box(0), box(2), box(4), box(40), point(3, 3), point(80, 80)]
  const second = [box(1), box(3), box(41, 11), point(82, 80), point(90, 80)]
  const there = matchShapes(first, second)
  const back = matchShapes(second, first)
  const ordered = (pairs: number[][]) => pairs.map(pair => pair.join()).sort()
  t.same(ordered(there.matches.map(match => [match.first, match.second])), ordered(back.matches.map(match => [match.second, match.first])))
  t.same(there.onlyFirst, back.onlySecond)
})

t.test('points match up to a distance, and inside areas', async t => {
  t.same(couples([point(0, 0)], [point(12, 16)]), [[0, 0]])
  t.same(couples([point(0, 0)], [point(12, 16.1)]), [])
  t.equal(matchShapes([point(0, 0)], [point(12, 16)], { mostDistancePx: 10 }).matches.length, 0)
  t.same(couples([point(9, 9)], [box(0)]), [[0, 0]])
  t.same(couples([box(0)], [point(11, 5)]), [])
  const ring = marked({
    kind: 'polygon',
    points: [
      [0, 0],
      [30, 0],
      [30, 30],
      [0, 30]
    ],
    holes: [
      [
        [10, 10],
        [20, 10],
        [20, 20],
        [10, 20]
      ]
    ]
  })
  t.same(couples([point(15, 15)], [ring]), [], 'in the hole')
  t.same(couples([point(5, 15)], [ring]), [[0, 0]])
})

t.test('identical annotations match completely', async t => {
  const marks: NamedShape[] = [
    marked({ kind: 'circle', x: 50, y: 50, radius: 9 }),
    marked({ kind: 'ellipse', x: 150, y: 50, radiusX: 30, radiusY: 4, rotation: 30 }),
    marked({ kind: 'rotatedBox', x: 250, y: 50, width: 40, height: 9, rotation: 45 }),
    marked({
      kind: 'line',
      points: [
        [300, 0],
        [320, 10]
      ]
    }),
    point(400, 3)
  ]
  const { matches, onlyFirst, onlySecond } = matchShapes(marks, marks)
  t.same(
    matches.map(match => [match.first, match.second, match.closeness]),
    marks.map((_, index) => [index, index, 1])
  )
  t.same([onlyFirst, onlySecond], [[], []])
})

t.test('no annotations on one or both sides', async t => {
  t.same(matchShapes([], []), { matches: [], onlyFirst: [], onlySecond: [] })
  t.same(matchShapes([box(0)], []), { matches: [], onlyFirst: [0], onlySecond: [] })
  t.throws(() => matchShapes([], [], { leastOverlap: 0 }), RangeError)
  t.throws(() => matchShapes([], [], { mostDistancePx: 0 }), RangeError)
})

t.test('unmatched annotations are compared with the background', async t => {
  const [first, second] = [
    [box(0, 10, 'cod'), box(50, 10, 'crab')],
    [box(1, 10, 'hake'), box(90, 10, 'eel')]
  ]
  const pairs = pairNames(first, second, matchShapes(first, second))
  t.same(pairs, [
    { reference: 'cod', predicted: 'hake' },
    { reference: 'crab', predicted: null },
    { reference: null, predicted: 'eel' }
  ])
  t.equal(confusionOf(pairs).total, 3)
})
