import t from 'tap'
import { fieldNear, viewOfField } from '../../../../../web/features/annotate/moving/fields.ts'

const view = { width: 1000, height: 800 }
const image = { width: 4000, height: 3000 }

t.test('fields of view cover the image back and forth, and each is found again', async t => {
  const { index, count } = fieldNear(viewOfField(0, 1, view, image), view, image)
  t.equal(index, 0)
  t.equal(count, 5 * 5)
  const all = Array.from({ length: count }, (_none, at) => viewOfField(at, 1, view, image))
  t.same(
    all.map(field => fieldNear(field, view, image).index),
    all.map((_field, at) => at)
  )
  t.same(all[0], { centerX: 500, centerY: 400, scale: 1 })
  t.equal(all[4]!.centerX, 3500, 'to the right end')
  t.same(all[5], { centerX: 3500, centerY: 950, scale: 1 }, 'down, and back')
  t.ok(
    all.slice(1).every((field, at) => Math.hypot(field.centerX - all[at]!.centerX, field.centerY - all[at]!.centerY) <= 900),
    'neighbours overlap'
  )
  t.same(viewOfField(-1, 1, view, image), all.at(-1), 'the last one')
})

t.test('an image that is shown whole is one field at any requested zoom', async t => {
  const small = { width: 300, height: 200 }
  t.same(fieldNear({ centerX: 150, centerY: 100, scale: 1 }, view, small), { index: 0, count: 1 })
  t.match(viewOfField(0, 0.1, view, small), { centerX: 150, centerY: 100 })
  t.match(viewOfField(-1, 0.01, view, image), { centerX: 2000, centerY: 1500 }, 'at least the scale of the whole image')
})
