import t from 'tap'
import { layOut } from '../../../web/ui/grid-layout.ts'

const sizes = { narrowest: 136, gap: 12, pictureShare: 3 / 4, captionHeight: 48 }

t.test('as many columns as fit share the width', async t => {
  t.same(layOut(1000, sizes), { columns: 6, gap: 12, rowHeight: Math.round(((1000 - 60) / 6) * 0.75) + 60 })
  t.equal(layOut(136 * 3 + 24, sizes).columns, 3, 'the last one needs no gap')
  t.equal(layOut(136 * 3 + 23, sizes).columns, 2)
})

t.test('there are never fewer than two columns, however narrow', async t => {
  t.equal(layOut(100, sizes).columns, 2)
  t.equal(layOut(0, sizes).rowHeight, 61)
})
