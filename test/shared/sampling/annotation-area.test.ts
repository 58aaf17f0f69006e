import t from 'tap'
import { annotationArea } from '../../../shared/sampling/annotation-area.ts'

const image = { width: 4000, height: 3000 }

t.test('percentages and pixels describe the same part', async t => {
  const area = { x: 200, y: 300, width: 3600, height: 2400 }
  t.same(annotationArea({ unit: 'percent', left: 5, right: 95, top: 10, bottom: 90 }, image), area)
  t.same(annotationArea({ unit: 'pixels', left: 200, right: 3800, top: 300, bottom: 2700 }, image), area)
  t.same(annotationArea({ unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 }, image), { x: 0, y: 0, width: 4000, height: 3000 })
})

t.test('refuses an area that lies outside or encloses nothing', async t => {
  const whole = { unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 } as const
  t.throws(() => annotationArea({ ...whole, right: 101 }, image), { name: 'RangeError', message: /0–101% by 0–100% lies outside/ })
  t.throws(() => annotationArea({ ...whole, top: -1 }, image), RangeError)
  t.throws(() => annotationArea({ ...whole, left: 100 }, image), /encloses nothing/)
  t.throws(() => annotationArea({ ...whole, bottom: Number.NaN }, image), RangeError)
  t.throws(() => annotationArea({ unit: 'pixels', left: 0, right: 4001, top: 0, bottom: 100 }, image), RangeError)
})
