import t from 'tap'
import { gridColumns, gridRows, partCount, seenRuns, sortIntoCells } from '../../../web/canvas/cells.ts'
import { seeded } from '../../support/datasets.ts'

const picture = { width: 4800, height: 3200 }

function someBoxes(count: number, seed: number) {
  const random = seeded(seed)
  const boxes = new Float64Array(count * 4)
  for (let slot = 0; slot < count; slot++) {
    const [x, y] = [random.between(-50, picture.width), random.between(-50, picture.height)]
    const size = random.next() < 0.1 ? 900 : 60
    boxes.set([x, y, x + random.between(0, size), y + random.between(0, size)], slot * 4)
  }
  return { boxes, random }
}

t.test('every shape is in one part, in the order given, and the part covers it', async t => {
  const { boxes } = someBoxes(2000, 3)
  const { order, starts, bounds } = sortIntoCells(boxes, 2000, picture)
  t.equal(starts.length, partCount + 1)
  t.equal(starts.at(-1), 2000)
  t.same(
    [...order].sort((a, b) => a - b),
    [...Array(2000).keys()]
  )
  for (let part = 0; part < partCount; part++) {
    const slots = [...order.subarray(starts[part], starts[part + 1])]
    t.same(
      slots,
      [...slots].sort((a, b) => a - b)
    )
    const [left = 0, top = 0, right = 0, bottom = 0] = bounds.subarray(part * 4, part * 4 + 4)
    for (const slot of slots) {
      const [l = 0, p = 0, r = 0, b = 0] = boxes.subarray(slot * 4, slot * 4 + 4)
      const isLarge = r - l > (2 * picture.width) / gridColumns || b - p > (2 * picture.height) / gridRows
      t.equal(part === 0, isLarge, 'the large ones are in the first part')
      t.ok(l >= left && p >= top && r <= right && b <= bottom)
    }
  }
})

t.test('shapes in the view are in a visible run; runs are ordered and separate', async t => {
  const { boxes, random } = someBoxes(1500, 5)
  const { order, starts, bounds } = sortIntoCells(boxes, 1500, picture)
  for (let round = 0; round < 200; round++) {
    const [left, top] = [random.between(-500, picture.width), random.between(-500, picture.height)]
    const view = { left, top, right: left + random.between(1, 2000), bottom: top + random.between(1, 2000) }
    const reach = random.between(0, 20)
    const runs = seenRuns(bounds, view, reach)
    for (let at = 1; at < runs.length; at++) t.ok(runs[at]! > runs[at - 1]!)
    const seen = new Set<number>()
    for (let at = 0; at < runs.length; at += 2) for (const slot of order.subarray(starts[runs[at]!], starts[runs[at + 1]!])) seen.add(slot)
    for (let slot = 0; slot < 1500; slot++) {
      const [l = 0, p = 0, r = 0, b = 0] = boxes.subarray(slot * 4, slot * 4 + 4)
      const touches = l - reach <= view.right && r + reach >= view.left && p - reach <= view.bottom && b + reach >= view.top
      if (touches && !seen.has(slot)) t.fail(`shape ${slot} would not be drawn`)
    }
  }
})

t.test('a small view draws far less than the whole', async t => {
  const boxes = new Float64Array(4000 * 4)
  for (let slot = 0; slot < 4000; slot++) {
    const [x, y] = [(slot % 80) * 60, Math.floor(slot / 80) * 64]
    boxes.set([x, y, x + 40, y + 40], slot * 4)
  }
  const { starts, bounds } = sortIntoCells(boxes, 4000, picture)
  const drawn = (runs: number[]) => runs.reduce((sum, part, at) => sum + (at % 2 === 1 ? starts[part]! - starts[runs[at - 1]!]! : 0), 0)
  t.equal(drawn(seenRuns(bounds, { left: 0, top: 0, right: 4800, bottom: 3200 }, 0)), 4000)
  const part = seenRuns(bounds, { left: 1000, top: 1000, right: 1400, bottom: 1300 }, 0)
  t.ok(drawn(part) < 200)
  t.ok(part.length <= 2 * gridRows, 'at most one run for each row of cells')
})
