import t from 'tap'
import { draftOf, errorsOf, firstDraft, inUnit, planOf, withBox } from '../../../../web/features/sampling/draft.ts'

const image = { width: 4000, height: 3000 }
const area = { ...firstDraft, within: 'area', left: '5', right: '95', top: '10', bottom: '90' } as const

t.test('a draft becomes a plan, and a plan the same draft', async t => {
  t.same(planOf(firstDraft), { method: 'stratified', count: 50, seed: '1' }, 'the whole image has no area')
  t.same(planOf(area).area, { unit: 'percent', left: 5, right: 95, top: 10, bottom: 90 })
  t.same(draftOf(planOf(area)), area)
  t.equal(draftOf({ method: 'grid', rows: 4, columns: 5, seed: 'x' }).count, '20')
})

t.test('sides are converted to the other unit for the size of the image', async t => {
  const inPixels = inUnit(area, 'pixels', image)
  t.match(inPixels, { unit: 'pixels', left: '200', right: '3800', top: '300', bottom: '2700' })
  t.same(inUnit(inPixels, 'percent', image), area)
  t.equal(inUnit({ ...area, left: '' }, 'pixels', image).left, '', 'missing values stay so')
})

t.test('the part of a box on the image becomes the area, in the chosen unit; other shapes do not', async t => {
  const box = { kind: 'box', x: -20, y: 300.4, width: 2020, height: 5000 } as const
  t.match(withBox(firstDraft, box, image), { within: 'area', unit: 'percent', left: '0', right: '50', top: '10', bottom: '100' })
  t.match(withBox({ ...firstDraft, unit: 'pixels' }, box, image), { left: '0', right: '2000', top: '300', bottom: '3000' })
  t.equal(withBox(firstDraft, { kind: 'point', x: 1, y: 1 }, image), null)
  t.equal(withBox(firstDraft, null, image), null)
})

t.test('faults are reported by field', async t => {
  t.same(errorsOf(firstDraft, image), {})
  t.same(Object.keys(errorsOf({ ...firstDraft, count: '1001', seed: ' ', left: 'no' }, image)), ['count', 'seed'])
  t.same(Object.keys(errorsOf({ ...area, left: '', right: '101' }, image)), ['left', 'right'])
  t.match(errorsOf({ ...area, left: '95' }, image), { right: /greater than left/ })
  t.match(errorsOf({ ...area, bottom: '10' }, image), { bottom: /greater than top/ })
  const wide = { ...area, unit: 'pixels', right: '5000', bottom: '2000' } as const
  t.match(errorsOf(wide, image), { right: 'The image is 4000 px wide' })
  t.same(errorsOf(wide, null), {}, 'other images may be wider')
})
