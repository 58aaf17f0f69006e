import t from 'tap'
import { compare } from '../../../../web/features/showcase/comparison.ts'
import { columns, toCsv } from '../../../../web/features/showcase/darwin-core.ts'
import { type Action, type Bench, bench, emptyBench, markAt } from '../../../../web/features/showcase/marks.ts'
import { frameAreaInSquareMeters, organisms } from '../../../../web/features/showcase/scene.ts'

const after = (...actions: Action[]): Bench => actions.reduce(bench, emptyBench)
const move = (x: number, y: number): Action => ({ type: 'move', to: { x, y } })
const press: Action = { type: 'press', name: 'Brittle star' }
const aspect = 1.6

t.test('a press with the point tool adds a point at the cursor', async t => {
  const state = after(move(0.2, 0.4), press)
  t.same(state.marks, [{ id: 1, label: 'brittle-star', shape: { kind: 'point', x: 0.2, y: 0.4 } }])
  t.match(state.announcement, /Brittle star, point, 20 % from the left, 40 % from the top. 1 in all./)
})

t.test('two presses with the box tool add a box, whichever corner comes first', async t => {
  const state = after({ type: 'tool', tool: 'box' }, move(0.6, 0.7), press, move(0.4, 0.5), press)
  const [mark] = state.marks
  t.match(mark?.shape, { kind: 'box', x: 0.4, y: 0.5 })
  t.equal(state.corner, null)
})

t.test('a box without a side is refused', async t => {
  const state = after({ type: 'tool', tool: 'box' }, move(0.4, 0.5), press, move(0.4, 0.9), press)
  t.equal(state.marks.length, 0)
  t.match(state.announcement, /Too small/)
})

t.test('Escape cancels a started box', async t => {
  t.match(after({ type: 'tool', tool: 'box' }, press, { type: 'cancel' }), { corner: null, marks: [], announcement: 'Box cancelled' })
})

t.test('the cursor stays in the frame', async t => {
  t.same(after(move(-1, 7)).cursor, { x: 0, y: 1 })
})

t.test('choosing a label relabels the selected annotation', async t => {
  const state = after(press, { type: 'select', id: 1 }, { type: 'label', label: 'sponge', name: 'Sponge' })
  t.equal(state.marks[0]?.label, 'sponge')
  t.equal(state.label, 'sponge')
})

t.test('removing without a selection removes the last annotation; undo restores it', async t => {
  const removed = after(press, press, { type: 'remove', id: null })
  t.same(
    removed.marks.map(({ id }) => id),
    [1]
  )
  t.same(
    bench(removed, { type: 'undo' }).marks.map(({ id }) => id),
    [1, 2]
  )
})

t.test('undo returns to the start and then reports it; ids are not reused', async t => {
  const emptied = after(press, press, { type: 'clear' }, { type: 'undo' }, { type: 'undo' }, { type: 'undo' })
  t.same(emptied.marks, [])
  t.equal(bench(emptied, { type: 'undo' }).announcement, 'Nothing to undo')
  t.equal(bench(emptied, press).marks[0]?.id, 3)
})

t.test('a click near an annotation finds it, the latest first', async t => {
  const { marks } = after(move(0.5, 0.5), press, press)
  t.equal(markAt(marks, { x: 0.505, y: 0.5 }, 0.01, aspect)?.id, 2)
  t.equal(markAt(marks, { x: 0.53, y: 0.5 }, 0.01, aspect), undefined)
})

t.test('the inside of a box stays free for annotations; its edge selects it', async t => {
  const { marks } = after({ type: 'tool', tool: 'box' }, move(0.2, 0.2), press, move(0.6, 0.6), press)
  t.equal(markAt(marks, { x: 0.4, y: 0.4 }, 0.01, aspect), undefined)
  t.equal(markAt(marks, { x: 0.2, y: 0.4 }, 0.01, aspect)?.id, 1)
})

t.test('the lasers give the frame two and a half square metres', async t => {
  t.ok(Math.abs(frameAreaInSquareMeters() - 2.5) < 1e-9)
})

t.test('annotating every animal as drawn finds and identifies all of them', async t => {
  const marks = organisms.map(({ kind, x, y }, index) => ({ id: index, label: kind, shape: { kind: 'point' as const, x, y } }))
  t.same(compare(marks, organisms), { found: organisms.length, namedAsDrawn: organisms.length, missed: [], strayMarks: 0 })
})

t.test('two annotations on one animal count once, and one on mud is a stray', async t => {
  const [first] = organisms
  const at = (id: number, x: number, y: number) => ({ id, label: 'sponge' as const, shape: { kind: 'point' as const, x, y } })
  const result = compare([at(1, first!.x, first!.y), at(2, first!.x + 0.01, first!.y), at(3, 0.99, 0.01)], organisms)
  t.match(result, { found: 1, namedAsDrawn: 0, strayMarks: 1 })
  t.equal(result.missed.length, organisms.length - 1)
})

t.test('each annotation is one Darwin Core row with the terms that OBIS requires', async t => {
  const [head, row, ...rest] = toCsv(after(press).marks).split('\n')
  t.equal(rest.length, 0)
  t.equal(head, columns.join(','))
  for (const term of [
    'occurrenceID',
    'eventDate',
    'decimalLatitude',
    'decimalLongitude',
    'scientificName',
    'scientificNameID',
    'occurrenceStatus',
    'basisOfRecord'
  ]) {
    t.ok(head?.split(',').includes(term), term)
  }
  t.match(row, /,Ophiuroidea,urn:lsid:marinespecies.org:taxname:123084,class,/)
  t.equal(row?.split(',').length, columns.length)
})
