import t from 'tap'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, shapeArea } from '../../../shared/geometry/outline.ts'
import { filledBit, goneBit, hiddenBit, type Look } from '../../../web/canvas/look.ts'
import { ShapeSet } from '../../../web/canvas/shape-set.ts'
import { kindOf } from '../../../web/canvas/shapes/kinds.ts'
import { seeded } from '../../support/datasets.ts'
import { anyShape, picture } from './tools/hands.ts'

const plain: Look = { colour: [1, 2, 3], stroke: 'solid', filled: false, hidden: false }
const hidden: Look = { ...plain, hidden: true }

/** A set, and its expected content by brute force. */
function scene(seed: number) {
  const random = seeded(seed)
  const set = new ShapeSet()
  const known = new Map<string, { shape: Shape; look: Look }>()
  let made = 0
  return {
    random,
    set,
    known,
    fill(count: number) {
      known.clear()
      for (let index = 0; index < count; index++)
        known.set(`shape-${made++}`, { shape: anyShape(random), look: random.next() < 0.1 ? hidden : plain })
      set.set(
        [...known].map(([id, { shape }]) => ({ id, shape })),
        id => known.get(id)!.look
      )
    },
    edit() {
      const id = random.next() < 0.5 && known.size > 0 ? random.one([...known.keys()]) : `shape-${made++}`
      if (random.next() < 0.3) {
        known.delete(id)
        set.remove(id)
        return
      }
      const entry = { shape: anyShape(random), look: random.next() < 0.2 ? hidden : plain }
      known.set(id, entry)
      set.put({ id, shape: entry.shape }, entry.look)
    },
    visible: () => [...known].filter(([, { look }]) => !look.hidden)
  }
}

t.test('hit tests equal brute force, through edits, removals and rebuilds', async t => {
  const { random, set, known, fill, edit, visible } = scene(7)
  let found = 0
  for (let round = 0; round < 400; round++) {
    if (round % 100 === 0) fill(300)
    else if (round % 25 === 0) set.settle()
    else edit()
    const [x, y] = [random.between(0, picture.width), random.between(0, picture.height)]
    const [reach, pointRadius] = [random.between(0, 40), random.between(0, 60)]
    const expected = visible().filter(
      ([, { shape }]) => kindOf(shape).distance(shape, x, y) <= (shape.kind === 'point' ? Math.max(reach, pointRadius) : reach)
    )
    const picked = set.pick(x, y, reach, pointRadius)
    t.same([...picked].sort(), expected.map(([id]) => id).sort())
    const areas = picked.map(id => shapeArea(known.get(id)!.shape))
    t.same(
      areas,
      [...areas].sort((a, b) => a - b),
      'the smallest first'
    )
    found += picked.length

    const part = { left: x, top: y, right: x + random.between(0, 2500), bottom: y + random.between(0, 2500) }
    const inside = visible().filter(([, { shape }]) => {
      const box = enclosingBox(shape)
      return box.x >= part.left && box.y >= part.top && box.x + box.width <= part.right && box.y + box.height <= part.bottom
    })
    t.same(set.within(part).sort(), inside.map(([id]) => id).sort())
    t.equal(set.shapeOf('shape-0'), known.get('shape-0')?.shape ?? null)
  }
  t.ok(found > 1000)
})

t.test('the inner one of nested shapes comes first, and a point before both', async t => {
  const set = new ShapeSet()
  const shapes = [
    { id: 'point', shape: { kind: 'point', x: 50, y: 50 } },
    { id: 'outer', shape: { kind: 'box', x: 0, y: 0, width: 100, height: 100 } },
    { id: 'inner', shape: { kind: 'circle', x: 50, y: 50, radius: 10 } }
  ] as const
  set.set(shapes, () => plain)
  t.same(set.pick(51, 50, 2, 2), ['point', 'inner', 'outer'])
  t.same(set.pick(57, 50, 2, 2), ['inner', 'outer'])
  t.same(set.pick(90, 90, 2, 2), ['outer'])
})

t.test('a style changes one texel, and only changes are sent', async t => {
  const set = new ShapeSet()
  const box: Shape = { kind: 'box', x: 0, y: 0, width: 10, height: 10 }
  set.set(
    Array.from({ length: 1000 }, (_, index) => ({ id: `${index}`, shape: box })),
    () => plain
  )
  t.same(set.takeChangedLooks(), { from: 0, to: 1000 })
  t.notOk(set.hasFilled)
  set.setLooks(['500', '502', 'unknown'], id =>
    id === '500' ? { colour: [9, 8, 7], stroke: 'double', filled: true, hidden: false } : plain
  )
  t.same(set.takeChangedLooks(), { from: 500, to: 501 }, 'the other one is unchanged')
  t.same([...set.looks.subarray(2000, 2004)], [9, 8, 7, 3 + filledBit])
  t.ok(set.hasFilled)
  set.setLooks(['500'], () => hidden)
  t.same([...set.looks.subarray(2000, 2004)], [1, 2, 3, hiddenBit])
  t.notOk(set.hasFilled)
  set.remove('7')
  t.equal(set.looks[31]! & goneBit, goneBit)
})

t.test('setting the same objects again changes nothing; few changes are edits', async t => {
  const { set, known, fill, random } = scene(13)
  fill(200)
  const { settledVersion, editedVersion } = set
  set.takeChangedLooks()
  const again = () =>
    set.set(
      [...known].map(([id, { shape }]) => ({ id, shape })),
      id => known.get(id)!.look
    )
  again()
  t.same([set.settledVersion, set.editedVersion], [settledVersion, editedVersion])
  t.same(set.takeChangedLooks(), { from: set.count, to: 0 })
  const [first, second] = [...known.keys()] as [string, string]
  known.set(first, { shape: anyShape(random), look: plain })
  known.delete(second)
  known.set('new', { shape: anyShape(random), look: plain })
  again()
  t.equal(set.settledVersion, settledVersion, 'the static geometry stays')
  t.equal(set.editedCount, 2)
  t.equal(set.shapeOf(first), known.get(first)!.shape)
  t.equal(set.shapeOf(second), null)
  set.settle()
  t.equal(set.editedCount, 0)
  t.equal(set.count, 200)
  t.equal(set.shapeOf('new'), known.get('new')!.shape)
  fill(100)
  t.equal(set.count, 100, 'completely different ones')
})
